import { addDays, isoDay } from '../dates.ts';
import type { Article, PlainText } from '../documents/content.ts';
import type { Paper } from './setting.ts';

/** Notes of a call, short and plain. */
export const callNotes: Paper = ({ client, date, author, random }): Article => ({
  kind: 'article',
  title: `Call with ${client.name}`,
  from: client,
  author,
  date,
  blocks: [
    {
      kind: 'facts',
      rows: [
        ['With', random.pick(client.staff)],
        ['Minutes', String(random.int(6, 45))],
      ],
    },
    {
      kind: 'bullets',
      items: random.sample(
        [
          'Papers for the quarter come by Friday',
          'Asked how long scans must be kept',
          'Wants the budget split by site',
          'New bookkeeper starts next month',
          'Bank wants the accounts earlier this year',
          'Will upload the missing receipts',
        ],
        4,
      ),
    },
    { kind: 'paragraph', text: 'Nothing else was agreed.' },
  ],
});

/** The contents of a folder and its filing rules. */
export function readme(title: string, lines: string[]): Paper {
  return ({ client, date, author }): Article => ({
    kind: 'article',
    title,
    from: client,
    author,
    date,
    blocks: [
      { kind: 'paragraph', text: 'Please read this before you add or rename anything here.' },
      { kind: 'bullets', items: lines },
      { kind: 'paragraph', text: `Questions: ${author}.` },
    ],
  });
}

/** Settings that another program exported, as JSON. */
export const settingsExport: Paper = ({ client, date, random }): PlainText => ({
  kind: 'text',
  text: `${JSON.stringify(
    {
      exportedOn: isoDay(date),
      company: client.name,
      chartOfAccounts: ['Sales', 'Purchases', 'Wages', 'Premises', 'Vehicles'].map((name, at) => ({
        code: 4000 + at * 100,
        name,
      })),
      vat: { scheme: 'standard', quarterEnds: [3, 6, 9, 12] },
      lockedUntil: isoDay(addDays(date, -random.int(30, 90))),
    },
    null,
    2,
  )}\n`,
});

const STEPS = [
  'connected',
  'reading new entries',
  'entry without VAT code skipped',
  'matched to bank line',
  'sent 14 entries',
  'nothing to do',
  'retry after time-out',
  'closed',
];

/** The log of a nightly run of a program, one line each few minutes. */
export const nightlyLog: Paper = ({ date, random }): PlainText => {
  const lines: string[] = [];
  let at = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 1, 30));
  for (let line = 0; line < 160; line += 1) {
    const level = random.chance(0.06) ? 'WARN' : 'INFO';
    lines.push(`${at.toISOString()} ${level} sync ${random.pick(STEPS)} (${random.int(2, 900)} ms)`);
    at = new Date(at.getTime() + random.int(400, 90_000));
  }
  return { kind: 'text', text: `${lines.join('\n')}\n` };
};
