import { longDay } from '../dates.ts';
import type { Article } from '../documents/content.ts';
import { FIRM, PARTNERS } from '../parties.ts';
import type { Paper, Setting } from './setting.ts';

/** The firm's engagement letter for an accounting year. */
export function engagementLetter(year: number): Paper {
  return (setting) =>
    letter(setting, {
      title: `Engagement letter ${year}`,
      opening: `Thank you for asking us to act as accountants of ${setting.client.name} for the year ${year}. This letter sets out what we shall do, what we need from you, and on what terms.`,
      sections: [
        [
          'What we shall do',
          [
            'Prepare the annual accounts from your books',
            'Prepare and file the corporation tax return',
            'Review four quarterly VAT returns before you file them',
            'Answer day-to-day questions within two working days',
          ],
        ],
        [
          'What we need from you',
          [
            'Bank statements by the tenth of each month',
            'Invoices and receipts, placed in this vault',
            'A stock list at the end of the year',
            'A reply to our questions within ten working days',
          ],
        ],
        [
          'Fees',
          [
            `A fixed fee of GBP ${setting.random.int(18, 64) * 100} plus VAT for the work above, billed in four parts`,
            'Other work by the hour, agreed before we start',
            'Our invoices are due after 30 days',
          ],
        ],
      ],
      closing: 'Please sign and return a copy. This letter stays in force until one of us replaces it.',
      signers: [setting.random.pick(PARTNERS), setting.random.pick(setting.client.staff)],
    });
}

/** The letter in which the directors confirm their statements to the accountants. */
export function representationLetter(year: number): Paper {
  return (setting) =>
    letter(setting, {
      title: `Letter of representation ${year}`,
      opening: `We confirm the following in connection with the accounts of ${setting.client.name} for the year ${year}.`,
      sections: [
        [
          'Books and records',
          [
            'All books and records were made available',
            'All transactions of the year were recorded',
            'There are no further bank accounts',
          ],
        ],
        [
          'Assets and debts',
          [
            'All assets shown belong to us and are not pledged',
            'Stock was counted on the last working day of the year',
            'There are no claims against us beyond those disclosed',
          ],
        ],
      ],
      closing: 'This letter was approved at a meeting of the directors.',
      signers: setting.random.sample(setting.client.staff, 2),
    });
}

const QUESTIONS = [
  'The statement of the savings account is missing for two months.',
  'Three supplier invoices carry no VAT number; please ask for corrected ones.',
  'The lease of the delivery van ended in the year: was it bought or returned?',
  'Please send the count sheets of the stock.',
  'One customer balance is older than 120 days: do you expect to be paid?',
  'Which part of the telephone bill is private?',
];

/** A letter with open questions on the books. */
export const queryLetter: Paper = (setting) =>
  letter(setting, {
    title: 'Questions on your books',
    opening:
      'We have gone through the papers in the vault. To finish, we still need answers to these points.',
    sections: [['Open points', setting.random.sample(QUESTIONS, 4)]],
    closing: `Please answer by uploading the papers next to this letter, and call ${FIRM.phone} if anything is unclear.`,
    signers: [setting.author],
  });

interface Letter {
  title: string;
  opening: string;
  sections: [heading: string, points: string[]][];
  closing: string;
  signers: string[];
}

function letter({ client, date, author, edition }: Setting, parts: Letter): Article {
  return {
    kind: 'article',
    title: parts.title,
    from: FIRM,
    author,
    date,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['To', [client.name, ...client.address].join(', ')],
          ['Date', longDay(date)],
          ['Edition', String(edition)],
        ],
      },
      { kind: 'paragraph', text: parts.opening },
      ...parts.sections.flatMap(([text, items]) => [
        { kind: 'heading', text } as const,
        { kind: 'bullets', items } as const,
      ]),
      { kind: 'paragraph', text: parts.closing },
      { kind: 'signatures', names: parts.signers },
    ],
  };
}
