import { chartTable, type OoxmlPackage } from '../../../ooxml/index.ts';
import { parseXml, XmlError } from '../../../xml/index.ts';
import { type Cell, MAX_TABS, type SheetPart, shownText } from './model.ts';

/** A larger part is not a realistic chart. */
const MAX_XML_CHARACTERS = 4_000_000;
const MAX_NAME_CHARACTERS = 64;

const BOLD = { bold: true } as const;
const PLAIN = {};
const RIGHT = { align: 'right' } as const;

interface Charted {
  /** the part of a worksheet or chart sheet */
  sheet: string;
  /** the name of a chart sheet; null when the chart is named by its title */
  name: string | null;
  /** the charts that were already shown, because hostile files refer to one chart many times */
  shown: Set<string>;
}

/** The charts of a sheet, each as a sheet with its title and its data: they are not drawn. */
export async function* readCharts(
  file: OoxmlPackage,
  { sheet, name, shown }: Charted,
): AsyncGenerator<SheetPart> {
  for (const drawing of await partsOf(file, sheet, 'drawing')) {
    for (const chart of await partsOf(file, drawing, 'chart')) {
      if (shown.has(chart) || shown.size >= MAX_TABS) continue;
      shown.add(chart);
      const root = await rootOf(file, chart);
      if (root !== null) yield* tabOf(chartTable(root), name);
    }
  }
}

const DRAWN = /^(pic|sp|cxnSp|graphicFrame)$/;

/** Whether a worksheet has pictures, charts or shapes (ECMA-376 part 1, 20.5). */
export async function hasDrawings(file: OoxmlPackage, sheet: string): Promise<boolean> {
  for (const drawing of await partsOf(file, sheet, 'drawing')) {
    for await (const tokens of file.tokens(drawing)) {
      if (tokens.some((token) => token.kind === 'open' && DRAWN.test(token.name))) return true;
    }
  }
  return false;
}

async function partsOf(file: OoxmlPackage, part: string, type: string): Promise<string[]> {
  const relations = [...(await file.relations(part)).values()];
  return relations
    .filter((one) => one.type.endsWith(`/${type}`))
    .map((one) => one.part)
    .slice(0, MAX_TABS);
}

async function rootOf(file: OoxmlPackage, part: string) {
  let xml = '';
  for await (const piece of file.text(part)) {
    xml += piece;
    if (xml.length > MAX_XML_CHARACTERS) return null;
  }
  try {
    return parseXml(xml).firstElementChild;
  } catch (error) {
    // The cells of a workbook are shown without a chart that is damaged.
    if (error instanceof XmlError) return null;
    throw error;
  }
}

function* tabOf(
  { title, rows }: ReturnType<typeof chartTable>,
  sheetName: string | null,
): Generator<SheetPart> {
  const titled = title === '' ? 'Chart' : `Chart: ${title}`;
  const name = sheetName ?? titled;
  const head = {
    name: shownText(name).slice(0, MAX_NAME_CHARACTERS),
    widths: [],
    frozenRows: 2,
    frozenColumns: 1,
  };
  yield { kind: 'head', head };
  yield { kind: 'row', row: 0, height: null, cells: [{ column: 0, text: shownText(titled), style: BOLD }] };
  for (const [at, texts] of rows.entries()) {
    const cells = texts.map((text, column): Cell => {
      const isNumber = column > 0 && at > 0 && text !== '' && !Number.isNaN(Number(text));
      const style = at === 0 ? BOLD : PLAIN;
      return { column, text: shownText(text), style: isNumber ? RIGHT : style };
    });
    yield { kind: 'row', row: at + 1, height: null, cells: cells.filter(({ text }) => text !== '') };
  }
  yield { kind: 'tail', merges: [] };
}
