import type { Block } from './blocks.ts';
import { OoxmlPackage } from './package.ts';
import { readWorkbook } from './sheet.ts';
import { readFlow, readSlides } from './slides.ts';

export type { Block } from './blocks.ts';
export { chartTable } from './chart.ts';
export { OoxmlError } from './errors.ts';
export { OoxmlPackage } from './package.ts';
export { readSharedTexts, SharedTextReader } from './shared-texts.ts';

/**
 * Reads what a person would read in a document of Word, Excel or PowerPoint (docx, xlsx, pptx and their kin): text
 * only. Time is linear in the bytes that are read, memory bounded; whoever has enough stops. What is inside of the
 * bytes decides, not a name.
 * @throws OoxmlError when it cannot be read, or is made to burst; what came before is true
 */
export async function* readOoxml(bytes: Uint8Array): AsyncGenerator<Block> {
  const file = await OoxmlPackage.open(bytes);
  const { kind, part } = await file.main();
  if (kind === 'sheet') yield* readWorkbook(file, part);
  else if (kind === 'slides') yield* readSlides(file, part);
  else yield* readFlow(file, part);
}
