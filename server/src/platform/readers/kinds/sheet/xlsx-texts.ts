import type { OoxmlPackage } from '../../../ooxml/index.ts';
import type { XmlToken } from '../../../xml/index.ts';
import { MAX_CELL_CHARACTERS, MAX_CELLS } from './model.ts';

/** Texts that cells share, all together; a cell that names one behind these is empty. */
/** As many as a sheet may have cells. */
export const MAX_TEXTS = MAX_CELLS;
const MAX_CHARACTERS = 60_000_000;
/** What a text costs beside its characters. */
const TEXT_CHARACTERS = 32;

/** Reads the texts that cells name by number (ECMA-376 part 1, 18.4.9). */
export async function readSharedTexts(file: OoxmlPackage, part: string, maxTexts: number): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let characters = 0;
  const reader = new SharedTextReader();
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      if (text.length <= MAX_CELL_CHARACTERS) text += reader.take(token);
      else reader.take(token);
      if (token.kind === 'open' && token.name === 'si') {
        text = '';
        // `<si/>` is an empty text
        if (token.isEmpty) texts.push('');
      }
      if (token.kind !== 'close' || token.name !== 'si') continue;
      texts.push(text);
      characters += text.length + TEXT_CHARACTERS;
      if (characters > MAX_CHARACTERS || texts.length >= maxTexts) return texts;
    }
  }
  return texts;
}

/** Takes the `t` out of the runs of a text, and leaves out how it is pronounced. */
export class SharedTextReader {
  #isText = false;
  #isPronunciation = false;

  take(token: XmlToken): string {
    if (token.kind === 'text') return this.#isText && !this.#isPronunciation ? token.text : '';
    const isOpen = token.kind === 'open' && !token.isEmpty;
    if (token.name === 't') this.#isText = isOpen;
    if (token.name === 'rPh') this.#isPronunciation = isOpen;
    return '';
  }
}
