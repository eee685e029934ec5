import type { OoxmlPackage } from './package.ts';
import type { XmlToken } from '../xml/index.ts';

/** Limits of the shared texts. A cell that refers to a text beyond them is empty. */
export interface SharedTextLimits {
  maxTexts: number;
  /** the maximum of all texts together */
  maxCharacters: number;
  /** the maximum of one text; the rest of a longer text is omitted */
  maxTextCharacters: number;
  /** added to each text's characters, because an empty text needs memory too */
  charactersPerText: number;
}

/** Reads the texts that cells refer to by number (ECMA-376 part 1, 18.4.9). @throws OoxmlError */
export async function readSharedTexts(
  file: OoxmlPackage,
  part: string,
  { maxTexts, maxCharacters, maxTextCharacters, charactersPerText }: SharedTextLimits,
): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let characters = 0;
  const reader = new SharedTextReader();
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      const read = reader.read(token);
      if (text.length <= maxTextCharacters) text += read;
      if (token.kind === 'open' && token.name === 'si') {
        text = '';
        // `<si/>` is an empty text
        if (token.isEmpty) texts.push('');
      }
      if (token.kind !== 'close' || token.name !== 'si') continue;
      texts.push(text);
      characters += text.length + charactersPerText;
      if (characters > maxCharacters || texts.length >= maxTexts) return texts;
    }
  }
  return texts;
}

/** Collects the `t` of the runs of a text, without its pronunciation. */
export class SharedTextReader {
  #isText = false;
  #isPronunciation = false;

  /** @returns the number of characters of the text in this token */
  read(token: XmlToken): string {
    if (token.kind === 'text') return this.#isText && !this.#isPronunciation ? token.text : '';
    const isOpen = token.kind === 'open' && !token.isEmpty;
    if (token.name === 't') this.#isText = isOpen;
    if (token.name === 'rPh') this.#isPronunciation = isOpen;
    return '';
  }
}
