import { longDay, money } from '../dates.ts';
import type { Article, Deck } from '../documents/content.ts';
import { FIRM } from '../parties.ts';
import type { Paper } from './setting.ts';

const CHECKS = [
  'Scaffold tags',
  'Edge protection',
  'Temporary power',
  'Fire points',
  'First aid box',
  'Lifting gear',
  'Ladders',
  'Storage of gas',
  'Welfare rooms',
  'Access and lighting',
  'Dust control',
  'Waste',
];

/** A report of an inspection on site: the checks, their results, and the tasks. */
export function inspection(place: string): Paper {
  return ({ client, date, author, random }): Article => {
    const rows = random.sample(CHECKS, 9).map((check) => {
      const good = random.chance(0.75);
      return [
        check,
        good ? 'In order' : 'To be put right',
        good ? '' : random.pick(['Same day', 'Within a week', 'Before work goes on']),
      ];
    });
    return {
      kind: 'article',
      title: `Inspection report - ${place}`,
      from: client,
      author,
      date,
      blocks: [
        {
          kind: 'facts',
          rows: [
            ['Place', place],
            ['Date', longDay(date)],
            ['Inspector', random.pick(client.staff)],
            ['Weather', random.pick(['Dry, 14 degrees', 'Light rain', 'Windy and cold', 'Sunny'])],
          ],
        },
        {
          kind: 'table',
          columns: [
            { title: 'Checked', weight: 2 },
            { title: 'State', weight: 2 },
            { title: 'Put right', weight: 2 },
          ],
          rows,
        },
        {
          kind: 'paragraph',
          text: 'Photos lie in the folder beside this report. The report was read out to the people in charge on site.',
        },
        { kind: 'signatures', names: [author, random.pick(client.staff)] },
      ],
    };
  };
}

/** A procedure of the firm, for example how records are kept. */
export function procedure(title: string, steps: string[]): Paper {
  return ({ client, date, author, edition }): Article => ({
    kind: 'article',
    title,
    from: client,
    author,
    date,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Valid from', longDay(date)],
          ['Edition', String(edition)],
          ['Owner', author],
        ],
      },
      { kind: 'heading', text: 'Purpose' },
      {
        kind: 'paragraph',
        text: `This procedure tells everybody at ${client.name} how we do this, so that it does not depend on who is in.`,
      },
      { kind: 'heading', text: 'Steps' },
      { kind: 'bullets', items: steps },
      { kind: 'heading', text: 'Questions' },
      {
        kind: 'paragraph',
        text: `Ask ${author}. The edition in the vault is the one that counts; printed copies may be old.`,
      },
    ],
  });
}

/** Annual accounts: profit and loss, balance sheet, some notes. */
export function annualAccounts(year: number): Paper {
  return ({ client, date, author, random, edition }): Article => {
    const sales = random.int(60_000_000, 240_000_000);
    const costs = Math.round(sales * 0.58);
    const overheads = Math.round(sales * 0.29);
    const profit = sales - costs - overheads;
    const [fixed, stock, cash, debts] = [
      random.int(9, 40),
      random.int(5, 20),
      random.int(4, 18),
      random.int(6, 22),
    ].map((part) => part * 1_000_000);
    return {
      kind: 'article',
      title: `Annual accounts ${year}`,
      from: FIRM,
      author,
      date,
      blocks: [
        {
          kind: 'facts',
          rows: [
            ['Company', client.name],
            ['Year ended', `31 December ${year}`],
            ['State', edition > 1 ? `Draft ${edition}` : 'First draft'],
          ],
        },
        { kind: 'heading', text: 'Profit and loss account' },
        figures(
          [
            ['Turnover', sales],
            ['Cost of sales', -costs],
            ['Overheads', -overheads],
          ],
          ['Profit for the year', profit],
        ),
        { kind: 'heading', text: 'Balance sheet' },
        figures(
          [
            ['Fixed assets', fixed ?? 0],
            ['Stock', stock ?? 0],
            ['Cash at bank', cash ?? 0],
            ['Creditors', -(debts ?? 0)],
          ],
          ['Net assets', (fixed ?? 0) + (stock ?? 0) + (cash ?? 0) - (debts ?? 0)],
        ),
        { kind: 'heading', text: 'Notes' },
        {
          kind: 'bullets',
          items: [
            'The accounts are prepared on the going-concern basis.',
            'Plant is written off over eight years, vehicles over four.',
            'Stock is valued at the lower of cost and what it can be sold for.',
          ],
        },
        { kind: 'signatures', names: random.sample(client.staff, 2) },
      ],
    };
  };
}

function figures(lines: [string, number][], total: [string, number]): Article['blocks'][number] {
  const row = ([text, pence]: [string, number]): string[] => [text, money(pence)];
  return {
    kind: 'table',
    columns: [
      { title: '', weight: 4 },
      { title: 'GBP', align: 'right' },
    ],
    rows: lines.map(row),
    total: row(total),
  };
}

/** Slides for a review: status, figures, risks, next steps. */
export function reviewDeck(title: string, subtitle: string): Paper {
  return ({ client, date, author, random, edition }): Deck => ({
    kind: 'deck',
    title,
    subtitle,
    from: client,
    author,
    date,
    slides: [
      {
        title: 'Where we stand',
        bullets: [
          'Work is on plan in three of four areas',
          `${random.int(3, 14)} points closed since the last review`,
          `${random.int(1, 5)} points need a decision today`,
        ],
      },
      {
        title: 'Figures',
        bullets: ['Amounts in thousand GBP', 'The last quarter is an estimate'],
        bars: ['Q1', 'Q2', 'Q3', 'Q4'].map((label) => ({ label, value: random.int(120, 480) })),
      },
      {
        title: 'What went well',
        bullets: random.sample(
          [
            'New supplier delivered early',
            'No accidents',
            'Two customers came back',
            'Papers are all in one place',
            'Month closed in four days',
          ],
          3,
        ),
      },
      {
        title: 'Risks',
        bullets: random.sample(
          [
            'Energy prices',
            'One key person leaves in spring',
            'Late delivery of windows',
            'A customer pays slowly',
            'Roof of the old hall',
          ],
          3,
        ),
      },
      {
        title: 'Next steps',
        bullets: [
          `Decide on the offer (${random.pick(client.staff)})`,
          `Update the plan (${author})`,
          `Meet again in ${random.int(3, 6)} weeks`,
          `This is edition ${edition} of the slides`,
        ],
      },
    ],
  });
}
