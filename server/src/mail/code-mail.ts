import type { Brand } from './letter.ts';
import { count, shown } from './words.ts';
import { write, type WrittenMail } from './write.ts';

export interface CodeMailFacts {
  brand: Brand;
  /** 6 digits */
  code: string;
  /** how long it is valid */
  minutes: number;
  linkName: string;
}

/** The mail with the code that proves a recipient's address (C43). The subject, which others may see, does not hold it. */
export function codeMail({ brand, code, minutes, linkName }: CodeMailFacts): WrittenMail {
  return write({
    brand,
    subject: `Your code for ${shown(linkName, 80)}`,
    blocks: [
      { kind: 'words', words: ['Your code to open ', { name: linkName }, ':'] },
      { kind: 'code', code },
      {
        kind: 'words',
        words: [
          `It is valid for ${count(minutes, 'minute')}. Please type it in where you asked for it, and give it to nobody.`,
        ],
      },
    ],
    why: 'If you did not ask for a code, somebody typed in your address; you need not do anything.',
  });
}
