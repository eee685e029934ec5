import type { Block } from './letter.ts';
import type { ShareMailFacts } from './share-mail.ts';
import { count, shown, shownLines, timeWords } from './words.ts';
import { write, type WrittenMail } from './write.ts';

export interface CopyMailFacts extends Pick<
  ShareMailFacts,
  'brand' | 'kind' | 'itemNames' | 'message' | 'expiresAt' | 'needsPassword' | 'languageTag'
> {
  /** addresses to which the link was sent */
  recipients: readonly string[];
  /** URL of the link's details in the vault */
  detailsUrl: string;
}

const MAX_NAMES = 50;
const IN_SUBJECT = 60;

/**
 * The copy for the sharer (USE-18): what was sent, to whom, and the URL of the details. It contains neither the link
 * nor the word code, because the sharer gets no code.
 */
export function copyMail(facts: CopyMailFacts): WrittenMail {
  const { brand, kind, itemNames, message, recipients, expiresAt, needsPassword, detailsUrl } = facts;
  const isShare = kind === 'SHARE';
  const one = itemNames.length === 1 ? 'this' : `these ${itemNames.length} items`;
  const quote: Block[] =
    message.trim() === '' ? [] : [words('Your remark:'), { kind: 'quote', lines: shownLines(message) }];
  const until =
    expiresAt === null
      ? 'The link has no expiration date.'
      : `The link works until ${timeWords(expiresAt, facts.languageTag)}.`;
  return write({
    brand,
    subject: subjectOf(facts),
    blocks: [
      words(isShare ? `You have shared ${one}:` : 'You have asked for files. They will go into this folder:'),
      namesBlock(itemNames),
      words('It was sent to:'),
      namesBlock(recipients),
      ...quote,
      words(until),
      ...(needsPassword
        ? [words('The link asks for a password, which is in no mail. The details show it.')]
        : []),
      { kind: 'link', words: 'Details of the link:', label: 'See the details', url: detailsUrl },
    ],
    why: "You get this mail because you chose 'Send me a copy'.",
  });
}

const words = (text: string): Block => ({ kind: 'words', words: [text] });

const namesBlock = (names: readonly string[]): Block => ({
  kind: 'names',
  names: names.slice(0, MAX_NAMES).map((name) => ({ name })),
  more: Math.max(0, names.length - MAX_NAMES),
});

function subjectOf({ kind, itemNames, recipients }: CopyMailFacts): string {
  const [first = ''] = itemNames;
  const what = itemNames.length === 1 ? shown(first, IN_SUBJECT) : count(itemNames.length, 'item');
  const [to = ''] = recipients;
  const whom = recipients.length === 1 ? shown(to, IN_SUBJECT) : count(recipients.length, 'recipient');
  return kind === 'SHARE' ? `You shared ${what} with ${whom}` : `You asked ${whom} for files: ${what}`;
}
