import { formatBytes } from '@vault/contract';
import type { Block, Brand } from './letter.ts';
import { count, shown, timeInUtc, type Words } from './words.ts';
import { write, type WrittenMail } from './write.ts';

const IN_SUBJECT = 80;
const MAX_NAMES = 50;
const WHY = 'You get this mail because you asked to be told when the link is used.';

const person = (who: string | null) => (who === null ? 'Somebody' : { name: who });

export interface OpenedMailFacts {
  brand: Brand;
  linkName: string;
  /** the verified address; null for an open link */
  who: string | null;
  at: Date;
  /** URL of the record's links */
  recordUrl: string;
}

/** The mail to the sharer that a link was opened (RECIP-10, `notify` of a share). */
export function openedMail({ brand, linkName, who, at, recordUrl }: OpenedMailFacts): WrittenMail {
  return write({
    brand,
    subject: `${shown(linkName, IN_SUBJECT)} was opened`,
    blocks: [
      { kind: 'words', words: [person(who), ' has opened your link to ', { name: linkName }, '.'] },
      { kind: 'words', words: [`It was on ${timeInUtc(at)}.`] },
      { kind: 'link', words: 'Your links:', label: 'See your links', url: recordUrl },
    ],
    why: WHY,
  });
}

export interface GuessedMailFacts {
  brand: Brand;
  linkName: string;
  /** true for a link with a password, false for one with access codes */
  isPassword: boolean;
  at: Date;
  /** URL of the link's details in the vault */
  detailsUrl: string;
}

/**
 * The mail to the sharer that a link refuses guesses for a while (GUARD-21); at most one a day for each link. Its
 * subject does not contain the word code (USE-43).
 */
export function guessedMail({ brand, linkName, isPassword, at, detailsUrl }: GuessedMailFacts): WrittenMail {
  const what = isPassword ? 'passwords' : 'access codes';
  return write({
    brand,
    subject: `Too many wrong attempts to open ${shown(linkName, IN_SUBJECT)}`,
    blocks: [
      {
        kind: 'words',
        words: [`Too many wrong ${what} were entered for your link to `, { name: linkName }, '.'],
      },
      {
        kind: 'words',
        words: [
          `On ${timeInUtc(at)} the vault began to refuse further attempts. The link works again after a minute, or after a day when there were more than a hundred. `,
          'If you do not know who it was, delete the link and make a new one.',
        ],
      },
      { kind: 'link', words: 'Details of the link:', label: 'See the details', url: detailsUrl },
    ],
    why: 'You get this mail because you made this link, once a day at most.',
  });
}

export interface UploadedMailFacts {
  brand: Brand;
  /** name of the request's folder */
  linkName: string;
  /** the verified address; null for an open link */
  who: string | null;
  /** names and addresses that the visitor typed, not verified (USE-47) */
  givenAs?: readonly string[];
  /** the received files, or the first of them; at most 50 are listed */
  files: readonly { name: string; sizeBytes: number }[];
  /** number of received files */
  total: number;
  at: Date;
}

/** The mail to the owner of a request about received files (RECIP-10, `notify` of a request); one mail for a batch. */
export function uploadedMail({ givenAs = [], ...facts }: UploadedMailFacts): WrittenMail {
  const { brand, linkName, who, files, total, at } = facts;
  const named = files.slice(0, MAX_NAMES);
  const words: Words = [
    person(who),
    ...statedWords(givenAs),
    ` has handed in ${count(total, 'file')} for `,
    { name: linkName },
    ':',
  ];
  return write({
    brand,
    subject: `${count(total, 'file')} received for ${shown(linkName, IN_SUBJECT)}`,
    blocks: [
      { kind: 'words', words },
      {
        kind: 'names',
        names: named.map(({ name, sizeBytes }) => ({ name, beside: formatBytes(sizeBytes) })),
        more: Math.max(0, total - named.length),
      },
      { kind: 'words', words: [`The last of them came in on ${timeInUtc(at)}.`] },
      ...(givenAs.length === 0 ? [] : [NOT_CHECKED]),
    ],
    why: WHY,
  });
}

const MAX_GIVERS = 3;
const NOT_CHECKED: Block = {
  kind: 'words',
  words: ['The name or address was typed on the page. The vault has not checked it.'],
};

/** Formats stated names, such as ' (given as Zoe Meier)'; of several names only the first ones are included. */
function statedWords(givenAs: readonly string[]): Words {
  if (givenAs.length === 0) return [];
  const names = givenAs.slice(0, MAX_GIVERS).flatMap((name, n) => (n === 0 ? [{ name }] : [', ', { name }]));
  const more = givenAs.length - MAX_GIVERS;
  return [' (given as ', ...names, ...(more > 0 ? [` and ${more} more`] : []), ')'];
}
