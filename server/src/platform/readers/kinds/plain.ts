import { OoxmlPackage, readOoxml } from '../../ooxml/index.ts';
import type { DocumentPage } from '../page.ts';
import { plainPage } from './plain-page.ts';
import { sheetBlocks } from './sheet/blocks.ts';
import { readWorkbook } from './sheet/read-sheet.ts';

/** The text of a document of Word, Excel or PowerPoint as an HTML page. The bytes decide the format. */
export async function read(bytes: Uint8Array): Promise<DocumentPage> {
  const { kind } = await (await OoxmlPackage.open(bytes)).main();
  const isSheet = kind === 'sheet';
  const blocks = isSheet ? sheetBlocks(readWorkbook(bytes, 'whole')) : readOoxml(bytes);
  return { mediaType: 'text/html; charset=utf-8', bytes: Buffer.from(await plainPage(blocks, { isSheet })) };
}
