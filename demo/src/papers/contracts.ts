import { longDay, money } from '../dates.ts';
import type { Article } from '../documents/content.ts';
import type { Paper, Setting } from './setting.ts';

type Clause = [heading: string, text: string];

const COMMON: Clause[] = [
  [
    'Confidentiality',
    'Each party keeps what it learns of the other confidential, during the agreement and for three years after it.',
  ],
  [
    'Notice',
    'Either party may end the agreement with three months notice to the end of a month, in writing.',
  ],
  [
    'Law',
    'The agreement is subject to the law of the place where the client is registered. Changes must be made in writing.',
  ],
];

/** An agreement of the client with a supplier. */
export function supplyAgreement(supplier: string): Paper {
  return (setting) =>
    contract(setting, `Supply agreement with ${supplier}`, supplier, [
      [
        'Goods',
        `${supplier} delivers the goods listed in the schedule, in the quantities called off each month.`,
      ],
      [
        'Prices',
        `Prices are fixed for twelve months. Orders above GBP ${money(setting.random.int(20, 90) * 10_000)} earn a discount of ${setting.random.int(2, 6)}%.`,
      ],
      [
        'Delivery',
        'Delivery is free to the gate within five working days. Short deliveries are reported within three.',
      ],
    ]);
}

/** A contract of employment. */
export function employmentContract(person: string): Paper {
  return (setting) =>
    contract(setting, `Contract of employment - ${person}`, person, [
      ['Work', `${person} is employed full time, 37.5 hours a week, at the address of the employer.`],
      [
        'Pay',
        `The yearly salary is GBP ${money(setting.random.int(240, 520) * 10_000)}, paid on the last working day of each month.`,
      ],
      ['Leave', `The yearly leave is ${setting.random.int(25, 30)} working days and the public holidays.`],
    ]);
}

/** A lease of rooms. */
export const lease: Paper = (setting) =>
  contract(setting, 'Lease of business premises', 'Larch Estates', [
    [
      'Rooms',
      `The landlord lets the rooms at ${setting.client.address.join(', ')}, as shown on the attached plan.`,
    ],
    [
      'Rent',
      `The monthly rent is GBP ${money(setting.random.int(180, 620) * 1000)}, due on the first working day.`,
    ],
    [
      'Repairs',
      'The landlord keeps roof, walls and heating in repair; the tenant the inside and the fittings.',
    ],
  ]);

/** A contract for a part of a building job. */
export function subcontract(trade: string, subcontractor: string): Paper {
  return (setting) =>
    contract(setting, `Subcontract - ${trade}`, subcontractor, [
      [
        'Scope',
        `${subcontractor} carries out all ${trade.toLowerCase()} work shown on the drawings, with materials.`,
      ],
      [
        'Price',
        `The price is GBP ${money(setting.random.int(80, 480) * 10_000)}, paid monthly by progress, 5% retained until handover.`,
      ],
      ['Programme', 'Work starts within ten days of the call and keeps the pace of the main programme.'],
      [
        'Safety',
        'Everyone on site has been briefed, wears protection and reports every accident the same day.',
      ],
    ]);
}

function contract(
  { client, date, author, random, edition }: Setting,
  title: string,
  other: string,
  clauses: Clause[],
): Article {
  const all = [...clauses, ...COMMON];
  return {
    kind: 'article',
    title,
    from: client,
    author,
    date,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Between', `${client.name}, ${client.address.join(', ')}`],
          ['and', other],
          ['Date', longDay(date)],
          ['Draft', String(edition)],
        ],
      },
      ...all.flatMap(([heading, text], at) => [
        { kind: 'heading', text: `${at + 1}. ${heading}` } as const,
        { kind: 'paragraph', text } as const,
      ]),
      { kind: 'signatures', names: [random.pick(client.staff), other] },
    ],
  };
}
