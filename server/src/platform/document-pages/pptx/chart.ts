import { chartTable } from '../../ooxml/index.ts';
import type { XmlNode } from '../../xml/index.ts';
import { Element } from '../element.ts';
import type { SlideContext } from './context.ts';

/**
 * A chart as its title and its data in a table; it is not drawn.
 * @param reference the `chart` element of the slide
 * @returns the replacement of the chart; null when the slide has no such chart
 */
export function chartOf(reference: XmlNode, { deck, part }: SlideContext): Element[] | null {
  const target = part.relations.get(reference.attribute('r:id') ?? '');
  const chart = target === undefined ? null : deck.part(target.part);
  if (chart === null) return null;
  const { title, rows } = chartTable(chart.root);
  const head = new Element('p');
  const name = new Element('strong');
  name.append(title === '' ? 'Chart' : `Chart: ${title}`);
  head.append(name);
  return rows.length === 0 ? [head] : [head, tableOf(rows)];
}

function tableOf(rows: readonly string[][]): Element {
  const table = new Element('table');
  const body = new Element('tbody');
  for (const [at, texts] of rows.entries()) {
    const row = new Element('tr');
    for (const text of texts) {
      const cell = new Element(at === 0 ? 'th' : 'td');
      cell.append(text);
      row.append(cell);
    }
    body.append(row);
  }
  table.append(body);
  return table;
}
