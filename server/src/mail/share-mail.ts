import type { Block, Brand } from './letter.ts';
import { count, shown, shownLines, timeWords, type Words } from './words.ts';
import { write, type WrittenMail } from './write.ts';

export interface ShareMailFacts {
  brand: Brand;
  kind: 'SHARE' | 'REQUEST';
  /** only with addName (D-36) */
  senderName: string | null;
  /** the shared items; for a request its folder */
  itemNames: readonly string[];
  /** the remark; '' for none */
  message: string;
  url: string;
  /** null: never */
  expiresAt: Date | null;
  needsPassword: boolean;
  /** BCP 47 tag of the readers' language; null when unknown */
  languageTag: string | null;
}

const MAX_NAMES = 50;
const IN_SUBJECT = 60;

/** The mail with a link for its recipients (C25, C27, SHARE-33). It never contains the password. */
export function shareMail(facts: ShareMailFacts): WrittenMail {
  const { brand, senderName, itemNames, message, url, expiresAt, needsPassword, kind } = facts;
  const quote: Block[] = message.trim() === '' ? [] : [{ kind: 'quote', lines: shownLines(message) }];
  const until: Block[] =
    expiresAt === null
      ? []
      : [{ kind: 'words', words: [`The link works until ${timeWords(expiresAt, facts.languageTag)}.`] }];
  return write({
    brand,
    subject: subjectOf(facts),
    blocks: [
      { kind: 'words', words: kind === 'SHARE' ? sharedWords(facts) : requestWords(facts) },
      {
        kind: 'names',
        names: itemNames.slice(0, MAX_NAMES).map((name) => ({ name })),
        more: Math.max(0, itemNames.length - MAX_NAMES),
      },
      ...quote,
      kind === 'SHARE'
        ? { kind: 'link', words: 'Open it here:', label: 'Open', url }
        : { kind: 'link', words: 'Hand them in here:', label: 'Hand in files', url },
      ...until,
      {
        kind: 'words',
        words: [
          'The page asks for your e-mail address and then sends you a code, so that only you can use the link. ',
          'This mail holds no code.',
        ],
      },
      ...(needsPassword ? [passwordBlock(senderName)] : []),
    ],
    why: 'If you did not expect this mail, you need not do anything.',
  });
}

function sharedWords({ senderName, itemNames }: ShareMailFacts): Words {
  const these = itemNames.length === 1 ? 'this' : `these ${itemNames.length} items`;
  if (senderName !== null) return [{ name: senderName }, ` has shared ${these} with you:`];
  return [
    itemNames.length === 1
      ? 'This has been shared with you:'
      : `These ${itemNames.length} items have been shared with you:`,
  ];
}

function requestWords({ senderName }: ShareMailFacts): Words {
  if (senderName !== null)
    return [{ name: senderName }, ' asks you for files. They will go into this folder:'];
  return ['You are asked for files. They will go into this folder:'];
}

function passwordBlock(senderName: string | null): Block {
  const start = 'It also asks for a password, which is in no mail. ';
  if (senderName === null)
    return { kind: 'words', words: [`${start}The person who sent you the link can tell you.`] };
  return { kind: 'words', words: [start, { name: senderName }, ' can tell you.'] };
}

function subjectOf({ kind, senderName, itemNames }: ShareMailFacts): string {
  const [first = ''] = itemNames;
  const what = itemNames.length === 1 ? shown(first, IN_SUBJECT) : count(itemNames.length, 'item');
  const who = senderName === null ? null : shown(senderName, IN_SUBJECT);
  if (kind === 'REQUEST')
    return who === null ? `You are asked for files: ${what}` : `${who} asks you for files: ${what}`;
  if (who !== null) return `${who} shared ${what} with you`;
  return itemNames.length === 1 ? `${what} was shared with you` : `${what} were shared with you`;
}
