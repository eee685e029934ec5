import { longDay, money } from '../dates.ts';
import type { Article, Sheet, Workbook } from '../documents/content.ts';
import { FIRM } from '../parties.ts';
import type { Paper } from './setting.ts';

/** A corporation tax computation: from the profit in the accounts to the tax to pay. */
export function taxReturn(year: number): Paper {
  return ({ client, date, author, random }): Article => {
    const profit = random.int(4_200_000, 31_000_000);
    const added = [
      { text: 'Depreciation', pence: random.int(400_000, 2_400_000) },
      { text: 'Client entertainment', pence: random.int(20_000, 240_000) },
      { text: 'Fines and penalties', pence: random.int(0, 9_000) },
    ];
    const allowances = random.int(300_000, 2_100_000);
    const taxable = profit + added.reduce((sum, { pence }) => sum + pence, 0) - allowances;
    return {
      kind: 'article',
      title: `Corporation tax return ${year}`,
      from: FIRM,
      author,
      date,
      blocks: [
        {
          kind: 'facts',
          rows: [
            ['Company', client.name],
            ['Registration', client.registration],
            ['Period', `1 January ${year} to 31 December ${year}`],
            ['Prepared', longDay(date)],
          ],
        },
        { kind: 'heading', text: 'Computation' },
        {
          kind: 'table',
          columns: [
            { title: 'Line', weight: 4 },
            { title: 'GBP', align: 'right' },
          ],
          rows: [
            ['Profit per accounts', money(profit)],
            ...added.map(({ text, pence }) => [`Add: ${text.toLowerCase()}`, money(pence)]),
            ['Less: capital allowances', money(-allowances)],
            ['Profit chargeable', money(taxable)],
          ],
          total: ['Tax at 25%', money(Math.round(taxable / 4))],
        },
        { kind: 'heading', text: 'Declaration' },
        {
          kind: 'paragraph',
          text: 'The information in this return is correct and complete to the best of my knowledge and belief. Sample document: it was never filed.',
        },
        { kind: 'signatures', names: [random.pick(client.staff), author] },
      ],
    };
  };
}

/** The workings of a quarterly VAT return; each box can be traced to its lines. */
export function vatWorkings(quarter: string): Paper {
  return ({ client, date, random }): Workbook => {
    const lines = (names: string[]) => names.map((name) => ({ name, net: random.int(90_000, 2_400_000) }));
    const sales = lines(client.customers);
    const costs = lines(client.suppliers.map(({ name }) => name));
    const [output, input] = [vatOf(sales), vatOf(costs)];
    return {
      kind: 'workbook',
      title: `VAT return ${quarter}`,
      date,
      sheets: [
        {
          name: 'Return',
          columns: [
            { title: 'Box', format: 'number', width: 8 },
            { title: 'Meaning', format: 'text', width: 44 },
            { title: 'GBP', format: 'money', width: 16 },
          ],
          rows: [
            [1, 'VAT due on sales', output],
            [4, 'VAT reclaimed on purchases', input],
            [6, 'Sales without VAT', netOf(sales)],
            [7, 'Purchases without VAT', netOf(costs)],
          ],
          total: [5, 'VAT to pay', output - input],
        },
        vatSheet('Sales', sales),
        vatSheet('Purchases', costs),
      ],
    };
  };
}

interface VatLine {
  name: string;
  net: number;
}

const netOf = (lines: VatLine[]): number => lines.reduce((sum, { net }) => sum + net, 0);
const vatOf = (lines: VatLine[]): number => lines.reduce((sum, { net }) => sum + Math.round(net / 5), 0);

function vatSheet(name: string, lines: VatLine[]): Sheet {
  return {
    name,
    columns: [
      { title: 'Account', format: 'text', width: 32 },
      { title: 'Net', format: 'money', width: 16 },
      { title: 'VAT', format: 'money', width: 16 },
    ],
    rows: lines.map((line) => [line.name, line.net, Math.round(line.net / 5)]),
    total: ['Total', netOf(lines), vatOf(lines)],
  };
}
