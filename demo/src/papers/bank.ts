import { isoDay, longDay, money, monthEnd, monthName, monthsBefore } from '../dates.ts';
import type { Workbook } from '../documents/content.ts';
import type { Client, Party } from '../parties.ts';
import type { Random } from '../random.ts';
import type { Paper } from './setting.ts';

const BANK: Party = {
  name: 'Saltmere Provident Bank',
  trade: 'Business banking',
  address: ['1 Exchange Square', 'Saltmere SM1 1AA'],
  phone: '01632 960900',
  email: 'business@provident.example.test',
  registration: 'Sample statement - not a real bank',
  colour: '#0f4c5c',
};

interface Entry {
  day: Date;
  text: string;
  /** Amount in pence; negative for money that leaves the account. */
  pence: number;
  balance: number;
}

/** The bank statement of the month before the paper's date. Opening balance, entries and closing balance agree. */
export const bankStatement: Paper = ({ client, date, random }) => {
  const month = monthsBefore(date, 1);
  const opening = random.int(1_200_000, 9_800_000);
  const entries = drawEntries(random, { month, opening, client });
  const closing = entries.at(-1)?.balance ?? opening;
  return {
    kind: 'article',
    title: `Statement ${monthName(month)}`,
    from: BANK,
    author: BANK.name,
    date,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Account holder', client.name],
          ['Account', `Business current, ending ${client.phone.slice(-4)}`],
          ['Period', `${longDay(month)} to ${longDay(monthEnd(month))}`],
          ['Opening balance', money(opening)],
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Date', weight: 1.2 },
          { title: 'Details', weight: 3 },
          { title: 'Out', align: 'right' },
          { title: 'In', align: 'right' },
          { title: 'Balance', align: 'right', weight: 1.2 },
        ],
        rows: entries.map(({ day, text, pence, balance }) => [
          isoDay(day),
          text,
          pence < 0 ? money(-pence) : '',
          pence > 0 ? money(pence) : '',
          money(balance),
        ]),
        total: ['', 'Closing balance', '', '', money(closing)],
      },
    ],
  };
};

/** Entries such as those of the bank statement, as a file for the bookkeeping program. */
export const bankExport: Paper = ({ client, date, random }): Workbook => {
  const month = monthsBefore(date, 1);
  const entries = drawEntries(random, { month, opening: 0, client });
  return {
    kind: 'workbook',
    title: `Bank export ${monthName(month)}`,
    date,
    sheets: [
      {
        name: 'Entries',
        columns: [
          { title: 'Date', format: 'day', width: 12 },
          { title: 'Details', format: 'text', width: 34 },
          { title: 'Amount', format: 'money', width: 14 },
        ],
        rows: entries.map(({ day, text, pence }) => [day, text, pence]),
      },
    ],
  };
};

function drawEntries(random: Random, plan: { month: Date; opening: number; client: Client }): Entry[] {
  const last = monthEnd(plan.month).getUTCDate();
  const days = Array.from({ length: random.int(18, 34) }, () => random.int(1, last)).toSorted(
    (a, b) => a - b,
  );
  let balance = plan.opening;
  return days.map((dayOfMonth) => {
    const incoming = random.chance(0.35);
    const pence = incoming ? random.int(40_000, 940_000) : -random.int(1_200, 310_000);
    balance += pence;
    const day = new Date(Date.UTC(plan.month.getUTCFullYear(), plan.month.getUTCMonth(), dayOfMonth));
    const { customers, suppliers } = plan.client;
    const text = incoming ? `Credit ${random.pick(customers)}` : `Payment ${random.pick(suppliers).name}`;
    return { day, text, pence, balance };
  });
}
