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
 * Reads the visible text of a document of Word, Excel or PowerPoint (docx, xlsx, pptx and their variants). The time is
 * linear in the bytes read, the memory is bounded; the caller stops when it has enough. The bytes decide the format,
 * not the file name.
 * @throws OoxmlError when it cannot be read, or is a decompression bomb; the blocks before it are valid
 */
export async function* readOoxml(bytes: Uint8Array): AsyncGenerator<Block> {
  const file = await OoxmlPackage.open(bytes);
  const { kind, part } = await file.main();
  if (kind === 'sheet') yield* readWorkbook(file, part);
  else if (kind === 'slides') yield* readSlides(file, part);
  else yield* readFlow(file, part);
}
