import type { XmlNode } from '../../xml/index.ts';
import { Element } from '../element.ts';
import { cqw, type SlideContext } from './context.ts';
import { borderOf, fillOf } from './fill.ts';
import { numberOf } from './frame.ts';
import { paragraphsOf } from './text.ts';

const DEFAULT_INSET_X = 91_440;
const DEFAULT_INSET_Y = 45_720;
const BORDERS = [
  ['lnL', 'borderLeft'],
  ['lnR', 'borderRight'],
  ['lnT', 'borderTop'],
  ['lnB', 'borderBottom'],
] as const;
/** The ids of the styles 'No Style, No Grid' and 'No Style, Table Grid'. */
const PLAIN_STYLES = ['{2D5ABB26-0587-4C30-8999-92F81FD0307C}', '{5940675A-B579-460E-94D1-54222C63F5DA}'];

/** The effect of a table's style on one cell. */
interface CellStyle {
  background?: string | undefined;
  color?: string | undefined;
  isBold: boolean;
}

/** Draws a table (`tbl`). Table styles are drawn like 'Medium Style 2', which most presentations use. */
export function tableOf(table: XmlNode, context: SlideContext): Element {
  const element = new Element('table');
  const columns = table.find('tblGrid')?.children('gridCol') ?? [];
  const group = new Element('colgroup');
  for (const column of columns) {
    const col = new Element('col');
    col.style['width'] = cqw(context, numberOf(column, 'w'));
    group.append(col);
  }
  const body = new Element('tbody');
  const rows = table.children('tr');
  rows.forEach((row, at) => {
    const tr = new Element('tr');
    tr.style['height'] = cqw(context, numberOf(row, 'h'));
    const cellStyle = cellStyleOf(table.find('tblPr'), at, context);
    for (const cell of row.children('tc')) {
      const isCovered = cell.attribute('hMerge') === '1' || cell.attribute('vMerge') === '1';
      if (!isCovered) tr.append(cellOf(cell, cellStyle, context));
    }
    body.append(tr);
  });
  element.append(group, body);
  return element;
}

function cellStyleOf(properties: XmlNode | null, row: number, { scheme }: SlideContext): CellStyle {
  const style = properties?.find('tableStyleId')?.textContent ?? '';
  const accent = scheme.get('accent1');
  if (style === '' || accent === undefined || PLAIN_STYLES.includes(style.toUpperCase()))
    return { isBold: false };
  const has = (name: string) => ['1', 'true'].includes(properties?.attribute(name) ?? '');
  if (row === 0 && has('firstRow')) return { background: `#${accent}`, color: '#ffffff', isBold: true };
  const isDark = has('bandRow') && row % 2 === 1;
  return { background: `#${accent}${isDark ? '55' : '2b'}`, isBold: false };
}

function cellOf(cell: XmlNode, cellStyle: CellStyle, context: SlideContext): Element {
  const element = new Element('td');
  const properties = cell.find('tcPr');
  element.colSpan = numberOf(cell, 'gridSpan', 1);
  element.rowSpan = numberOf(cell, 'rowSpan', 1);
  const fill = fillOf(properties, context);
  if (fill?.className !== undefined) element.classList.add(fill.className);
  const inset = (name: string, otherwise: number) => cqw(context, numberOf(properties, name, otherwise));
  Object.assign(element.style, {
    background: fill === null ? cellStyle.background : fill.background,
    verticalAlign: { ctr: 'middle', b: 'bottom' }[properties?.attribute('anchor') ?? ''] ?? 'top',
    padding: [
      inset('marT', DEFAULT_INSET_Y),
      inset('marR', DEFAULT_INSET_X),
      inset('marB', DEFAULT_INSET_Y),
      inset('marL', DEFAULT_INSET_X),
    ].join(' '),
  });
  for (const [name, side] of BORDERS) {
    const border = borderOf(properties?.find(name) ?? null, context);
    if (border !== null) element.style[side] = border;
  }
  const body = cell.find('txBody');
  const styles = { lists: [context.defaultTextStyle], color: cellStyle.color, isBold: cellStyle.isBold };
  if (body !== null) element.append(...paragraphsOf(body, styles, context));
  return element;
}
