import { addDays, longDay } from '../dates.ts';
import type { Article } from '../documents/content.ts';
import type { Random } from '../random.ts';
import type { Paper, Setting } from './setting.ts';

interface Topic {
  heading: string;
  text: string;
  action: string;
}

const BOARD: Topic[] = [
  {
    heading: 'Results of the quarter',
    text: 'Turnover is slightly above plan, the gross margin unchanged. Freight cost more than expected and will be watched.',
    action: 'Compare three carriers and report back',
  },
  {
    heading: 'Order book',
    text: 'Two larger orders were confirmed. The second depends on a delivery date that production accepts only with a Saturday shift.',
    action: 'Agree the shift plan with the works council',
  },
  {
    heading: 'Investment',
    text: 'The board approved the replacement of the oldest press, to be paid from own funds.',
    action: 'Place the order and arrange a trade-in',
  },
  {
    heading: 'Insurance',
    text: 'The renewal terms were noted. The sum insured for stock is raised.',
    action: 'Sign the renewal before it lapses',
  },
  {
    heading: 'Data and papers',
    text: 'All papers for the accountants go into the vault; e-mail attachments are no longer used.',
    action: 'Show the vault to the two new colleagues',
  },
  {
    heading: 'Cash',
    text: 'The cash forecast shows a comfortable second half. No change to the overdraft.',
    action: 'Update the forecast monthly',
  },
];

const SITE: Topic[] = [
  {
    heading: 'Progress',
    text: 'Brickwork of the second lift is complete. Roof trusses are on site and covered.',
    action: 'Book the crane for the trusses',
  },
  {
    heading: 'Safety',
    text: 'No accidents. One near miss with an unsecured board, discussed with the whole crew.',
    action: 'Check all toe boards before Monday',
  },
  {
    heading: 'Deliveries',
    text: 'Windows are a week late; the supplier confirmed a new date in writing.',
    action: 'Rearrange the plasterers',
  },
  {
    heading: 'Variations',
    text: 'The client asked for a second outside tap and a wider door to the plant room.',
    action: 'Price both and send for approval',
  },
  {
    heading: 'Neighbours',
    text: 'Noise before eight was raised again. The gate stays closed until then.',
    action: 'Put a notice on the gate',
  },
];

const PRACTICE: Topic[] = [
  {
    heading: 'Appointments',
    text: 'Waiting time for a first physiotherapy session is eleven days. A second evening is tried for a quarter.',
    action: 'Open the rota for Thursdays',
  },
  {
    heading: 'Supplies',
    text: 'Gloves and couch roll are ordered monthly from now on, which saves a delivery charge.',
    action: 'Set up the standing order',
  },
  {
    heading: 'Records',
    text: 'Old paper cards are scanned and shredded after a check by two people.',
    action: 'Finish the letters A to F',
  },
  {
    heading: 'Training',
    text: 'Everyone has done the yearly resuscitation course but one.',
    action: 'Book the remaining place',
  },
];

/** Minutes of a meeting of directors, of a building site, or of a practice team; written some days after it. */
export function minutes(kind: 'board' | 'site' | 'practice', heldOn: Date): Paper {
  const titles = { board: 'Board minutes', site: 'Site meeting', practice: 'Practice meeting' };
  const topics = { board: BOARD, site: SITE, practice: PRACTICE };
  return (setting) =>
    minutesOf(
      { ...setting, date: heldOn },
      {
        title: titles[kind],
        written: setting.date,
        topics: setting.random.sample(topics[kind], 3 + Math.min(setting.edition, 2)),
      },
    );
}

function minutesOf(
  { client, date, author, random }: Setting,
  { title, written, topics }: { title: string; written: Date; topics: Topic[] },
): Article {
  const present = random.sample(client.staff, 4);
  return {
    kind: 'article',
    title: `${title}, ${longDay(date)}`,
    from: client,
    author,
    date: written,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Present', present.join(', ')],
          ['Minutes', author],
          ['Next meeting', longDay(addDays(date, 28))],
        ],
      },
      { kind: 'paragraph', text: 'The minutes of the last meeting were approved without changes.' },
      ...topics.flatMap(({ heading, text }, at) => [
        { kind: 'heading', text: `${at + 1}. ${heading}` } as const,
        { kind: 'paragraph', text } as const,
      ]),
      { kind: 'heading', text: 'Actions' },
      {
        kind: 'table',
        columns: [
          { title: 'What', weight: 3 },
          { title: 'Who', weight: 1.4 },
          { title: 'Until', weight: 1.4 },
        ],
        rows: topics.map(({ action }) => [action, random.pick(present), dueDay(random, date)]),
      },
      { kind: 'signatures', names: present.slice(0, 2) },
    ],
  };
}

function dueDay(random: Random, date: Date): string {
  return longDay(addDays(date, random.int(5, 27)));
}
