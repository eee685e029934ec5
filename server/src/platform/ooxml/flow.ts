import type { Block } from './blocks.ts';
import { OoxmlError } from './errors.ts';
import type { XmlToken } from '../xml/index.ts';

/** Elements whose text is not read: properties, fallback copies for older programs, moved and removed text. */
const SKIPPED = new Set(['pPr', 'rPr', 'sectPr', 'tblPr', 'tcPr', 'trPr', 'Fallback', 'moveFrom', 'del']);
const MAX_DEPTH = 200;

/** The open elements: paragraphs, rows and cells can be nested (text boxes, tables in tables). */
type Frame =
  | { kind: 'paragraph'; text: string }
  | { kind: 'row'; cells: string[] }
  | { kind: 'cell'; text: string };

const FRAMES: Record<string, () => Frame> = {
  p: () => ({ kind: 'paragraph', text: '' }),
  tr: () => ({ kind: 'row', cells: [] }),
  tc: () => ({ kind: 'cell', text: '' }),
};

/**
 * Collects the text of a Word document or a slide. Both use `p` for a paragraph, `t` for a text, `tr` for a table's row
 * and `tc` for its cell (ECMA-376 part 1, 17 and 21.1).
 */
export class Flow {
  readonly #open: Frame[] = [];
  #skipping = 0;
  #isText = false;

  /** @returns the blocks that are complete after these tokens @throws OoxmlError when they are nested too deep */
  read(tokens: readonly XmlToken[]): Block[] {
    const blocks: Block[] = [];
    for (const token of tokens) {
      if (this.#skipping > 0) this.#skip(token);
      else if (token.kind === 'open') this.#begin(token);
      else if (token.kind === 'close') this.#end(token.name, blocks);
      else if (this.#isText) this.#write(token.text);
    }
    return blocks;
  }

  #skip(token: XmlToken): void {
    if (token.kind === 'close') this.#skipping -= 1;
    else if (token.kind === 'open' && !token.isEmpty) this.#skipping += 1;
  }

  #begin({ name, isEmpty }: { name: string; isEmpty: boolean }): void {
    if (name === 'tab') this.#write('\t');
    else if (name === 'br' || name === 'cr') this.#write('\n');
    else if (SKIPPED.has(name)) this.#skipping = isEmpty ? 0 : 1;
    else if (name === 't') this.#isText = !isEmpty;
    else if (Object.hasOwn(FRAMES, name) && !isEmpty) {
      const frame = FRAMES[name]?.();
      if (frame !== undefined) this.#open.push(frame);
      if (this.#open.length > MAX_DEPTH) throw new OoxmlError('it is nested too deep');
    }
  }

  #end(name: string, blocks: Block[]): void {
    if (name === 't') this.#isText = false;
    if (!Object.hasOwn(FRAMES, name)) return;
    const frame = this.#open.pop();
    const outer = this.#open.at(-1);
    if (frame === undefined) return;
    if (frame.kind === 'cell' && outer?.kind === 'row') outer.cells.push(frame.text.trim());
    else if (frame.kind === 'row')
      this.#finish({ kind: 'row', cells: frame.cells }, frame.cells.join(' '), blocks);
    else this.#finish({ kind: 'paragraph', text: frame.text }, frame.text, blocks);
  }

  /** Nested text becomes text of the surrounding block. */
  #finish(block: Block, text: string, blocks: Block[]): void {
    const outer = this.#open.at(-1);
    if (outer === undefined || outer.kind === 'row') blocks.push(block);
    else outer.text += `${outer.text === '' ? '' : '\n'}${text}`;
  }

  #write(text: string): void {
    const frame = this.#open.at(-1);
    if (frame !== undefined && frame.kind !== 'row') frame.text += text;
  }
}
