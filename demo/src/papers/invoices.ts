import { addDays, longDay, money } from '../dates.ts';
import type { Article, Block, Column } from '../documents/content.ts';
import type { Party, Supplier } from '../parties.ts';
import type { Random } from '../random.ts';
import type { Paper } from './setting.ts';

interface Item {
  text: string;
  quantity: number;
  pence: number;
}

const FITTINGS = [
  'Hex bolt M12 x 60, box of 100',
  'Coach screw 10 x 120, box of 50',
  'Shackle, galvanised, 16 mm',
  'Turnbuckle M16, stainless',
  'Anchor plate 120 x 120 x 8',
  'Threaded rod M10, 1 m',
  'Special tooling, per drawing',
];

const TREATMENTS = [
  'Consultation, 20 minutes',
  'Consultation, 40 minutes',
  'Physiotherapy, first session',
  'Physiotherapy, further session',
  'Blood test, standard panel',
  'Travel vaccination',
  'Occupational health report',
  'Dressing and materials',
];

const COLUMNS: Column[] = [
  { title: 'Description', weight: 4 },
  { title: 'Quantity', align: 'right' },
  { title: 'Price', align: 'right' },
  { title: 'Amount', align: 'right' },
];

/** An invoice from one of the client's suppliers. */
export function supplierInvoice(number: string, supplier: Supplier): Paper {
  return ({ client, date, random }) => {
    const items = drawItems(random, supplier.goods);
    return invoice({
      from: supplier,
      number,
      date,
      items,
      to: [client.name, ...client.address],
      vatPercent: 20,
    });
  };
}

/** An invoice from the client to a customer. */
export function salesInvoice(number: string, customer: string): Paper {
  return ({ client, date, random }) => {
    const items = drawItems(random, FITTINGS);
    return invoice({ from: client, number, date, items, to: [customer, 'Purchase ledger'], vatPercent: 20 });
  };
}

/** A clinic's invoice for treatments; it names the patient by reference only, and health care has no VAT. */
export function medicalInvoice(number: string, patient: string): Paper {
  return ({ client, date, random }) => {
    const items = drawItems(random, TREATMENTS).map((item) => ({ ...item, quantity: 1 }));
    return invoice({ from: client, number, date, items, to: [`Patient ref. ${patient}`], vatPercent: 0 });
  };
}

function drawItems(random: Random, texts: string[]): Item[] {
  return random
    .sample(texts, random.int(2, 6))
    .map((text) => ({ text, quantity: random.int(1, 24), pence: random.int(320, 9800) }));
}

interface Invoice {
  from: Party;
  number: string;
  date: Date;
  to: string[];
  items: Item[];
  vatPercent: number;
}

function invoice({ from, number, date, to, items, vatPercent }: Invoice): Article {
  const net = items.reduce((sum, { quantity, pence }) => sum + quantity * pence, 0);
  const vat = Math.round((net * vatPercent) / 100);
  const due = addDays(date, 30);
  const blocks: Block[] = [
    {
      kind: 'facts',
      rows: [
        ['Bill to', to.join(', ')],
        ['Invoice number', number],
        ['Invoice date', longDay(date)],
        ['Payment due', longDay(due)],
      ],
    },
    {
      kind: 'table',
      columns: COLUMNS,
      rows: items.map(({ text, quantity, pence }) => [
        text,
        String(quantity),
        money(pence),
        money(quantity * pence),
      ]),
    },
    {
      kind: 'table',
      columns: [
        { title: 'Summary', weight: 4 },
        { title: 'GBP', align: 'right' },
      ],
      rows: [
        ['Net', money(net)],
        [`VAT at ${vatPercent}%`, money(vat)],
      ],
      total: ['Total to pay', money(net + vat)],
    },
    {
      kind: 'paragraph',
      text: `Please quote ${number} with your payment. Questions: ${from.email} or ${from.phone}.`,
    },
  ];
  return { kind: 'article', title: `Invoice ${number}`, from, author: from.name, date, blocks };
}
