import { OoxmlError, type OoxmlPackage, readSharedTexts } from '../../../ooxml/index.ts';
import { attributesOf } from '../../../xml/index.ts';
import {
  MAX_CELL_CHARACTERS,
  MAX_SHARED_CHARACTERS,
  MAX_TABS,
  SHARED_TEXT_CHARACTERS,
  type SheetPart,
  shownText,
} from './model.ts';
import { hasDrawings, readCharts } from './xlsx-charts.ts';
import { WorksheetReader } from './xlsx-rows.ts';
import { WorksheetScanner } from './xlsx-scanner.ts';
import { readCellStyles, readTheme } from './xlsx-styles.ts';

interface Tab {
  name: string;
  part: string;
  /** whether the sheet has a chart instead of cells */
  isChart: boolean;
}

/** The visible sheets of a workbook in their order (ECMA-376 part 1, 18). @throws OoxmlError when it cannot be read */
export async function* readXlsx(file: OoxmlPackage, maxTexts: number): AsyncGenerator<SheetPart> {
  const { kind, part } = await file.main();
  if (kind !== 'sheet') throw new OoxmlError('it is not a workbook');
  const relations = await file.relations(part);
  const partOf = (type: string) => [...relations.values()].find((one) => one.type.endsWith(type))?.part ?? '';
  const { tabs, is1904, isCut } = await readTabs(file, part, relations);
  const theme = await readTheme(file, partOf('/theme'));
  const cellStyles = await readCellStyles(file, partOf('/styles'), { theme, is1904 });
  const texts = await readSharedTexts(file, partOf('/sharedStrings'), {
    maxTexts,
    maxCharacters: MAX_SHARED_CHARACTERS,
    maxTextCharacters: MAX_CELL_CHARACTERS,
    charactersPerText: SHARED_TEXT_CHARACTERS,
  });
  const shown = new Set<string>();
  for (const tab of tabs) {
    if (!tab.isChart) {
      const reader = new WorksheetReader(tab.name, { texts, cellStyles });
      const scanner = new WorksheetScanner(reader);
      for await (const text of file.text(tab.part)) yield* scanner.read(text);
      yield* reader.end(await hasDrawings(file, tab.part));
    }
    yield* readCharts(file, { sheet: tab.part, name: tab.isChart ? tab.name : null, shown });
  }
  if (isCut) yield { kind: 'cut' };
}

async function readTabs(
  file: OoxmlPackage,
  part: string,
  relations: ReadonlyMap<string, { part: string; type: string }>,
) {
  const tabs: Tab[] = [];
  let is1904 = false;
  let isCut = false;
  for await (const tokens of file.tokens(part)) {
    for (const token of tokens) {
      if (token.kind !== 'open' || (token.name !== 'sheet' && token.name !== 'workbookPr')) continue;
      const attributes = attributesOf(token.attributes);
      if (token.name === 'workbookPr') {
        // Extensions have elements of the same name.
        is1904 ||= /^(1|true)$/.test(attributes.get('date1904') ?? '');
        continue;
      }
      const sheet = relations.get(attributes.get('r:id') ?? '');
      if (sheet === undefined || (attributes.get('state') ?? 'visible') !== 'visible') continue;
      // A sheet that is listed many times is shown once, because only hostile files list a sheet many times.
      if (tabs.length >= MAX_TABS || tabs.some((tab) => tab.part === sheet.part)) isCut = true;
      else {
        const name = shownText(attributes.get('name') ?? '').slice(0, 64);
        tabs.push({ name, part: sheet.part, isChart: sheet.type.endsWith('/chartsheet') });
      }
    }
  }
  return { tabs, is1904, isCut };
}
