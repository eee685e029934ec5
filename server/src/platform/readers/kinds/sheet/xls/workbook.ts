import { codePageDecoder } from '../../../../compound/index.ts';
import type { CellStyle } from '../cell-styles.ts';
import { MAX_TABS, shownText } from '../model.ts';
import { CellStyleReader } from './cell-styles.ts';
import { continuedData, endOf, RECORD, recordAt, substream, type XlsRecord } from './records.ts';
import { ContinuedReader, readSharedTexts } from './texts.ts';

/** The version of a workbook whose texts are in a code page (Excel 5.0 and 95), not in Unicode. */
const BIFF5 = 0x0500;
const BIFF8 = 0x0600;
const WORKSHEET = 0;
const VISIBLE = 0;
const WESTERN = 1252;
const MAX_NAME_CHARACTERS = 64;

export interface XlsTab {
  name: string;
  /** the offset of its substream */
  start: number;
}

/** The shared data of all sheets ([MS-XLS], 2.1.7.20.3). */
export interface XlsWorkbook {
  stream: Buffer;
  tabs: XlsTab[];
  texts: readonly string[];
  cellStyles: readonly CellStyle[];
  isCut: boolean;
  /** A text of the code page or of Unicode that fills the rest of a record. */
  textOf: (data: Buffer, lengthBytes: 1 | 2) => string;
}

/** @throws Error when it is encrypted or of another version */
export function readWorkbook(stream: Buffer, maxTexts: number): XlsWorkbook {
  const first = recordAt(stream, 0);
  const version = first?.type === RECORD.bof && first.data.length >= 2 ? first.data.readUInt16LE(0) : 0;
  if (version !== BIFF8 && version !== BIFF5) throw new Error('it is not a workbook of Excel 5.0 or later');
  const reader = new WorkbookReader(stream, { isUnicode: version === BIFF8, maxTexts });
  for (const record of substream(stream, 0)) reader.read(record);
  return reader.end();
}

class WorkbookReader {
  readonly #stream: Buffer;
  readonly #isUnicode: boolean;
  readonly #maxTexts: number;
  readonly #cellStyles: CellStyleReader;
  readonly #tabs: XlsTab[] = [];
  #decoder = codePageDecoder(WESTERN);
  #texts: string[] = [];
  #isCut = false;

  constructor(stream: Buffer, { isUnicode, maxTexts }: { isUnicode: boolean; maxTexts: number }) {
    this.#stream = stream;
    this.#isUnicode = isUnicode;
    this.#maxTexts = maxTexts;
    this.#cellStyles = new CellStyleReader(isUnicode);
  }

  read(record: XlsRecord): void {
    const { type, data } = record;
    switch (type) {
      case RECORD.filePass:
        throw new Error('the workbook is encrypted');
      case RECORD.codePage:
        this.#decoder = codePageDecoder(data.readUInt16LE(0) === 0x8000 ? 10_000 : data.readUInt16LE(0));
        break;
      case RECORD.dateMode:
        this.#cellStyles.is1904 = data.readUInt16LE(0) === 1;
        break;
      case RECORD.boundSheet:
        this.#readTab(data);
        break;
      case RECORD.sharedTexts:
        this.#texts = readSharedTexts(continuedData(this.#stream, record), this.#maxTexts);
        break;
      case RECORD.format:
        this.#cellStyles.addFormat(
          data.readUInt16LE(0),
          this.#textOf(data.subarray(2), this.#isUnicode ? 2 : 1),
        );
        break;
      case RECORD.font:
        this.#cellStyles.addFont(data);
        break;
      case RECORD.palette:
        this.#cellStyles.setPalette(data);
        break;
      case RECORD.xf:
        this.#cellStyles.addCellStyle(data);
        break;
      default:
    }
  }

  end(): XlsWorkbook {
    return {
      stream: this.#stream,
      tabs: this.#tabs,
      texts: this.#texts,
      cellStyles: this.#cellStyles.end(),
      isCut: this.#isCut,
      textOf: (data, lengthBytes) => this.#textOf(data, lengthBytes),
    };
  }

  #textOf(data: Buffer, lengthBytes: 1 | 2): string {
    if (this.#isUnicode) return new ContinuedReader([data]).text(lengthBytes);
    const length = data.readUIntLE(0, lengthBytes);
    return this.#decoder.decode(data.subarray(lengthBytes, lengthBytes + length));
  }

  #readTab(data: Buffer): void {
    const start = data.readUInt32LE(0);
    const isShown = ((data[4] ?? 0) & 3) === VISIBLE && data[5] === WORKSHEET;
    if (!isShown) return;
    // A sheet that is listed many times is shown once, as for xlsx files.
    if (this.#tabs.length >= MAX_TABS || this.#tabs.some((tab) => tab.start === start)) this.#isCut = true;
    else {
      const name = shownText(this.#textOf(data.subarray(6), 1)).slice(0, MAX_NAME_CHARACTERS);
      this.#tabs.push({ name, start });
    }
  }
}

/** A text in a record and in those that continue it, such as the result of a formula. */
export function continuedText({ stream, textOf }: XlsWorkbook, record: XlsRecord): string {
  const next = recordAt(stream, endOf(record));
  const isContinued = next?.type === RECORD.continuation;
  return isContinued ? new ContinuedReader(continuedData(stream, record)).text(2) : textOf(record.data, 2);
}
