import type { Block } from './blocks.ts';
import { Flow } from './flow.ts';
import type { OoxmlPackage } from './package.ts';
import { attributesOf } from '../xml/index.ts';

/** The slides of a presentation in order: each number, then its text. @param part the main part */
export async function* readSlides(file: OoxmlPackage, part: string): AsyncGenerator<Block> {
  const relations = await file.relations(part);
  let number = 0;
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      if (token.kind !== 'open' || token.name !== 'sldId') continue;
      const slide = relations.get(attributesOf(token.attributes).get('r:id') ?? '');
      if (slide === undefined) continue;
      number += 1;
      yield { kind: 'heading', text: `Slide ${number}` };
      yield* readFlow(file, slide.part);
    }
  }
}

/** The text of a Word document's main part, or of one slide. */
export async function* readFlow(file: OoxmlPackage, part: string): AsyncGenerator<Block> {
  const flow = new Flow();
  for await (const tokens of file.tokens(part)) yield* flow.read(tokens);
}
