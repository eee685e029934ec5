/** Types of the records of BIFF5 and BIFF8 that are read ([MS-XLS], 2.3.2). */
export const RECORD = {
  formula: 0x0006,
  eof: 0x000a,
  dateMode: 0x0022,
  filePass: 0x002f,
  font: 0x0031,
  continuation: 0x003c,
  pane: 0x0041,
  codePage: 0x0042,
  object: 0x005d,
  columnInfo: 0x007d,
  boundSheet: 0x0085,
  palette: 0x0092,
  mulRk: 0x00bd,
  mulBlank: 0x00be,
  richString: 0x00d6,
  xf: 0x00e0,
  mergedCells: 0x00e5,
  sharedTexts: 0x00fc,
  labelSst: 0x00fd,
  blank: 0x0201,
  number: 0x0203,
  label: 0x0204,
  boolOrError: 0x0205,
  string: 0x0207,
  row: 0x0208,
  window2: 0x023e,
  rk: 0x027e,
  format: 0x041e,
  bof: 0x0809,
} as const;

export interface XlsRecord {
  type: number;
  /** the offset of the record in the stream */
  start: number;
  data: Buffer;
}

const HEAD_BYTES = 4;

/** The record that begins at an offset of a stream; null at its end and for a record that is cut off. */
export function recordAt(stream: Buffer, start: number): XlsRecord | null {
  if (start + HEAD_BYTES > stream.length) return null;
  const end = start + HEAD_BYTES + stream.readUInt16LE(start + 2);
  if (end > stream.length) return null;
  return { type: stream.readUInt16LE(start), start, data: stream.subarray(start + HEAD_BYTES, end) };
}

export const endOf = ({ start, data }: XlsRecord): number => start + HEAD_BYTES + data.length;

/** The records of one substream, from its BOF to its EOF; those of charts inside of it are left out. */
export function* substream(stream: Buffer, start: number): Generator<XlsRecord> {
  let depth = 0;
  for (let one = recordAt(stream, start); one !== null; one = recordAt(stream, endOf(one))) {
    if (one.type === RECORD.bof) depth += 1;
    if (depth <= 1) yield one;
    if (one.type === RECORD.eof) depth -= 1;
    if (depth <= 0) return;
  }
}

/** The data of a record and of those that continue it. */
export function continuedData(stream: Buffer, record: XlsRecord): Buffer[] {
  const pieces = [record.data];
  for (let next = recordAt(stream, endOf(record)); next !== null; next = recordAt(stream, endOf(next))) {
    if (next.type !== RECORD.continuation) break;
    pieces.push(next.data);
  }
  return pieces;
}
