import type { Brand } from './letter.ts';
import { count, shown } from './words.ts';
import { write, type WrittenMail } from './write.ts';

export interface CodeMailFacts {
  brand: Brand;
  /** 6 digits */
  code: string;
  /** validity in minutes */
  minutes: number;
  linkName: string;
}

/**
 * The mail with the code that proves a recipient's address (C43). The subject can be visible to others and does not
 * contain it.
 */
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
          `It is valid for ${count(minutes, 'minute')}. Type it in on the page where you asked for it, and give it to no one.`,
        ],
      },
    ],
    why: 'You get this mail because a code was asked for with your e-mail address. If that was not you, delete this mail: without the code the link stays closed.',
  });
}
