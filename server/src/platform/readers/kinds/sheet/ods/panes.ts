import type { OoxmlPackage } from '../../../../ooxml/index.ts';
import { attributesOf, type XmlToken } from '../../../../xml/index.ts';
import type { SheetHead } from '../model.ts';
import { frozenCount } from '../sizes.ts';

type Panes = Pick<SheetHead, 'frozenRows' | 'frozenColumns' | 'hidesLines'>;

/** The value of LibreOffice's setting for frozen columns or rows; split ones have another value. */
const FROZEN = '2';
const MAX_SHEETS = 1_000;

/** The frozen rows and columns of each sheet, which are a setting of the view. */
export async function readPanes(file: OoxmlPackage): Promise<ReadonlyMap<string, Panes>> {
  const reader = new PaneReader();
  for await (const tokens of file.tokens('settings.xml')) for (const token of tokens) reader.read(token);
  return reader.panes;
}

class PaneReader {
  readonly panes = new Map<string, Panes>();
  #sheet = '';
  #item = '';
  #items = new Map<string, string>();

  read(token: XmlToken): void {
    if (token.kind === 'open') {
      const name = attributesOf(token.attributes).get('name') ?? '';
      if (token.name === 'config-item-map-entry') {
        this.#sheet = name;
        this.#items = new Map();
      } else if (token.name === 'config-item') this.#item = name;
    } else if (token.kind === 'text') {
      if (this.#item !== '') this.#items.set(this.#item, token.text);
    } else if (token.name === 'config-item') this.#item = '';
    else if (token.name === 'config-item-map-entry') this.#end();
  }

  #end(): void {
    const count = (axis: 'Horizontal' | 'Vertical') => {
      const isFrozen = this.#items.get(`${axis}SplitMode`) === FROZEN;
      return isFrozen ? frozenCount(Number(this.#items.get(`${axis}SplitPosition`))) : 0;
    };
    if (this.#sheet === '' || this.panes.size >= MAX_SHEETS) return;
    this.panes.set(this.#sheet, {
      frozenColumns: count('Horizontal'),
      frozenRows: count('Vertical'),
      ...(this.#items.get('ShowGrid') === 'false' ? { hidesLines: true } : {}),
    });
  }
}
