import { addDays, monthName } from '../dates.ts';
import type { Sheet, Workbook } from '../documents/content.ts';
import { PARTNERS } from '../parties.ts';
import type { Paper } from './setting.ts';

type ColumnFormat = Sheet['columns'][number]['format'];

function columns(...all: [title: string, format: ColumnFormat, width: number][]): Sheet['columns'] {
  return all.map(([title, format, width]) => ({ title, format, width }));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The payroll of a month: gross pay, deductions and net pay of all staff. */
export const payroll: Paper = ({ client, date, random }): Workbook => {
  const rows = [...client.staff, ...PARTNERS].map((name, at) => {
    const gross = random.int(190_000, 460_000);
    const tax = Math.round(gross * 0.16);
    const insurance = Math.round(gross * 0.08);
    return { cells: [at + 1, name, gross, tax, insurance, gross - tax - insurance], gross, tax, insurance };
  });
  const [gross, tax, insurance] = [
    sum(rows.map((row) => row.gross)),
    sum(rows.map((row) => row.tax)),
    sum(rows.map((row) => row.insurance)),
  ];
  return {
    kind: 'workbook',
    title: `Payroll ${monthName(date)}`,
    date,
    sheets: [
      {
        name: 'Payroll',
        columns: columns(
          ['No', 'number', 6],
          ['Name', 'text', 24],
          ['Gross', 'money', 14],
          ['Tax', 'money', 14],
          ['Insurance', 'money', 14],
          ['Net', 'money', 14],
        ),
        rows: rows.map(({ cells }) => cells),
        total: ['', 'Total', gross, tax, insurance, gross - tax - insurance],
      },
    ],
  };
};

const BUDGET_LINES = [
  'Sales',
  'Materials',
  'Wages',
  'Rent',
  'Energy',
  'Vehicles',
  'Insurance',
  'Advertising',
  'Repairs',
  'Interest',
];

/** A yearly budget by month, with a sheet for comparison with the year before. */
export const budget: Paper = ({ date, random, edition }): Workbook => {
  const months = Array.from({ length: 12 }, (_, at) => `M${String(at + 1).padStart(2, '0')}`);
  const year = BUDGET_LINES.map((name) => {
    const base = random.int(150_000, 2_600_000) + edition * 1000;
    return { name, amounts: months.map(() => base + random.int(-40_000, 40_000)) };
  });
  return {
    kind: 'workbook',
    title: 'Budget',
    date,
    sheets: [
      {
        name: 'Budget',
        columns: columns(
          ['Line', 'text', 18],
          ...months.map((month): [string, ColumnFormat, number] => [month, 'money', 12]),
          ['Year', 'money', 14],
        ),
        rows: year.map(({ name, amounts }) => [name, ...amounts, sum(amounts)]),
      },
      {
        name: 'Year before',
        columns: columns(
          ['Line', 'text', 18],
          ['Budget', 'money', 14],
          ['Actual', 'money', 14],
          ['Difference', 'money', 14],
        ),
        rows: year.map(({ name, amounts }) => {
          const actual = sum(amounts) + random.int(-900_000, 900_000);
          return [name, sum(amounts), actual, actual - sum(amounts)];
        }),
      },
    ],
  };
};

/** The debts of the customers by age. */
export const agedDebtors: Paper = ({ client, date, random }): Workbook => {
  const rows = client.customers.map((name) => ({
    name,
    ages: [3, 2, 1, 0].map((power) => random.int(0, 10 ** (power + 3))),
  }));
  const totals = [0, 1, 2, 3].map((age) => sum(rows.map(({ ages }) => ages[age] ?? 0)));
  return {
    kind: 'workbook',
    title: 'Aged debtors',
    date,
    sheets: [
      {
        name: 'Debtors',
        columns: columns(
          ['Customer', 'text', 26],
          ['0-30 days', 'money', 14],
          ['31-60', 'money', 14],
          ['61-90', 'money', 14],
          ['Older', 'money', 14],
          ['Total', 'money', 14],
        ),
        rows: rows.map(({ name, ages }) => [name, ...ages, sum(ages)]),
        total: ['Total', ...totals, sum(totals)],
      },
    ],
  };
};

const WARES = [
  'Hex bolt M12',
  'Hex bolt M16',
  'Coach screw',
  'Shackle 16 mm',
  'Turnbuckle M16',
  'Anchor plate',
  'Threaded rod M10',
  'Washer 12 mm',
  'Eye nut M20',
  'Chain 8 mm',
];

/** A stock list with some hundred lines, valued at cost. */
export const stockList: Paper = ({ date, random }): Workbook => {
  const rows = Array.from({ length: 240 }, (_, at) => {
    const [pieces, cost] = [random.int(0, 4000), random.int(4, 2400)];
    return {
      cells: [
        `A-${1000 + at * 3}`,
        `${random.pick(WARES)}, grade ${random.int(4, 12)}`,
        pieces,
        cost,
        pieces * cost,
      ],
      value: pieces * cost,
    };
  });
  return {
    kind: 'workbook',
    title: 'Stock list',
    date,
    sheets: [
      {
        name: 'Stock',
        columns: columns(
          ['Article', 'text', 12],
          ['Description', 'text', 30],
          ['Pieces', 'number', 10],
          ['Cost', 'money', 12],
          ['Value', 'money', 16],
        ),
        rows: rows.map(({ cells }) => cells),
        total: ['', 'Total', '', '', sum(rows.map(({ value }) => value))],
      },
    ],
  };
};

const TRADES = [
  'Groundworks',
  'Concrete',
  'Brickwork',
  'Carpentry',
  'Roofing',
  'Windows',
  'Electrical',
  'Plumbing',
  'Plastering',
  'Painting',
  'Paving',
];

/** The cost plan of a building job: planned, spent and still to come. */
export const costPlan: Paper = ({ date, random, edition }): Workbook => {
  const rows = TRADES.map((trade) => {
    const planned = random.int(400_000, 9_000_000);
    const spent = Math.min(planned, Math.round((planned * random.int(0, 40 + edition * 15)) / 100));
    return { trade, planned, spent };
  });
  const [planned, spent] = [sum(rows.map((row) => row.planned)), sum(rows.map((row) => row.spent))];
  return {
    kind: 'workbook',
    title: 'Cost plan',
    date,
    sheets: [
      {
        name: 'Cost plan',
        columns: columns(
          ['Trade', 'text', 20],
          ['Planned', 'money', 16],
          ['Spent', 'money', 16],
          ['To come', 'money', 16],
        ),
        rows: rows.map((row) => [row.trade, row.planned, row.spent, row.planned - row.spent]),
        total: ['Total', planned, spent, planned - spent],
      },
    ],
  };
};

/** The hours of a week by person and day. */
export const timesheet: Paper = ({ client, date, random }): Workbook => ({
  kind: 'workbook',
  title: 'Timesheet',
  date,
  sheets: [
    {
      name: 'Hours',
      columns: columns(
        ['Day', 'day', 12],
        ['Name', 'text', 24],
        ['Hours', 'number', 10],
        ['Job', 'text', 24],
      ),
      rows: [5, 4, 3, 2, 1].flatMap((before) =>
        client.staff.map((name) => [
          addDays(date, -before),
          name,
          random.int(12, 18) / 2,
          random.pick(client.customers),
        ]),
      ),
    },
  ],
});
