import { OoxmlError, type OoxmlPackage } from '../../../../ooxml/index.ts';
import { attributesOf, type XmlToken } from '../../../../xml/index.ts';
import { MAX_TABS, type SheetPart, shownText } from '../model.ts';
import { readPanes } from './panes.ts';
import { OdsStyles } from './styles.ts';
import { TableReader } from './table.ts';

const CONTENT = 'content.xml';
const MAX_NAME_CHARACTERS = 64;

/** Whether a ZIP of XML parts is a document of ODF. */
export const isOds = (file: OoxmlPackage): boolean => file.has(CONTENT);

/** The visible sheets of a spreadsheet of ODF 1.3 in their order. @throws OoxmlError when it cannot be read */
export async function* readOds(file: OoxmlPackage): AsyncGenerator<SheetPart> {
  const styles = new OdsStyles();
  await styles.readPart(file, 'styles.xml');
  const reader = new ContentReader(styles, await readPanes(file));
  for await (const tokens of file.tokens(CONTENT)) for (const token of tokens) yield* reader.read(token);
  if (!reader.isSpreadsheet) throw new OoxmlError('it is not a spreadsheet, or it is encrypted');
  if (reader.isCut) yield { kind: 'cut' };
}

class ContentReader {
  isSpreadsheet = false;
  isCut = false;
  readonly #styles: OdsStyles;
  readonly #panes: Awaited<ReturnType<typeof readPanes>>;
  #table: TableReader | null = null;
  /** the open tables; a table can be inside a cell of another one */
  #depth = 0;
  #tabs = 0;

  constructor(styles: OdsStyles, panes: Awaited<ReturnType<typeof readPanes>>) {
    this.#styles = styles;
    this.#panes = panes;
  }

  *read(token: XmlToken): Generator<SheetPart> {
    if (this.#table === null) this.#styles.read(token);
    if (token.kind === 'open' && token.name === 'spreadsheet') this.isSpreadsheet = true;
    const isTable = token.kind !== 'text' && token.name === 'table';
    if (isTable && token.kind === 'open' && !token.isEmpty) {
      this.#depth += 1;
      if (this.#depth === 1) {
        this.#begin(token.attributes);
        return;
      }
    }
    if (isTable && token.kind === 'close') {
      this.#depth -= 1;
      if (this.#depth === 0) {
        if (this.#table !== null) yield* this.#table.end();
        this.#table = null;
        return;
      }
    }
    if (this.#table !== null) yield* this.#table.read(token);
  }

  #begin(written: string): void {
    const attributes = attributesOf(written);
    const { isShown } = this.#styles.of('table', attributes.get('style-name'));
    // Tracked changes contain tables outside of the spreadsheet.
    if (!this.isSpreadsheet || !isShown) return;
    if (this.#tabs >= MAX_TABS) {
      this.isCut = true;
      return;
    }
    this.#tabs += 1;
    const name = attributes.get('name') ?? '';
    const panes = this.#panes.get(name) ?? { frozenRows: 0, frozenColumns: 0 };
    const head = { name: shownText(name).slice(0, MAX_NAME_CHARACTERS), widths: [], ...panes };
    this.#table = new TableReader(head, this.#styles);
  }
}
