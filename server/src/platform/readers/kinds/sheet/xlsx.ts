import { OoxmlError, OoxmlPackage } from '../../../ooxml/index.ts';
import { attributesOf } from '../../../xml/index.ts';
import { MAX_TABS, type SheetPart, shownText } from './model.ts';
import { WorksheetReader } from './xlsx-rows.ts';
import { WorksheetScanner } from './xlsx-scanner.ts';
import { readLooks, readTheme } from './xlsx-styles.ts';
import { MAX_TEXTS, readSharedTexts } from './xlsx-texts.ts';

/** Writers number texts as they first occur: those of the first rows come first. */
const START_TEXTS = 20_000;

interface Tab {
  name: string;
  part: string;
}

/** The visible sheets of a workbook in their order (ECMA-376 part 1, 18). @throws OoxmlError when it cannot be read */
export async function* readXlsx(bytes: Uint8Array, extent: 'whole' | 'start'): AsyncGenerator<SheetPart> {
  const file = await OoxmlPackage.open(bytes);
  const { kind, part } = await file.main();
  if (kind !== 'sheet') throw new OoxmlError('this is no workbook');
  const relations = await file.relations(part);
  const partOf = (type: string) => [...relations.values()].find((one) => one.type.endsWith(type))?.part ?? '';
  const { tabs, is1904, isCut } = await readTabs(file, part, relations);
  const theme = await readTheme(file, partOf('/theme'));
  const looks = await readLooks(file, partOf('/styles'), { theme, is1904 });
  const texts = await readSharedTexts(
    file,
    partOf('/sharedStrings'),
    extent === 'start' ? START_TEXTS : MAX_TEXTS,
  );
  for (const tab of tabs) {
    const reader = new WorksheetReader(tab.name, { texts, looks });
    const scanner = new WorksheetScanner(reader);
    for await (const text of file.text(tab.part)) yield* scanner.take(text);
    yield* reader.end();
  }
  if (isCut) yield { kind: 'cut' };
}

async function readTabs(file: OoxmlPackage, part: string, relations: ReadonlyMap<string, { part: string }>) {
  const tabs: Tab[] = [];
  let is1904 = false;
  let isCut = false;
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      if (token.kind !== 'open' || (token.name !== 'sheet' && token.name !== 'workbookPr')) continue;
      const attributes = attributesOf(token.attributes);
      if (token.name === 'workbookPr') {
        is1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '');
        continue;
      }
      const sheet = relations.get(attributes.get('r:id') ?? '');
      if (sheet === undefined || (attributes.get('state') ?? 'visible') !== 'visible') continue;
      // A sheet that is named many times is shown once: nobody made that with a spreadsheet program.
      if (tabs.length >= MAX_TABS || tabs.some((tab) => tab.part === sheet.part)) isCut = true;
      else tabs.push({ name: shownText(attributes.get('name') ?? '').slice(0, 64), part: sheet.part });
    }
  }
  return { tabs, is1904, isCut };
}
