import type { Brand } from './letter.ts';
import { timeInUtc } from './words.ts';
import { write, type WrittenMail } from './write.ts';

export interface PasswordResetMailFacts {
  brand: Brand;
  /** name of the account */
  name: string;
  /** the one-time address */
  url: string;
  expiresAt: Date;
}

/** The mail with the one-time address for another password (C110, GUARD-34). */
export function passwordResetMail({ brand, name, url, expiresAt }: PasswordResetMailFacts): WrittenMail {
  return write({
    brand,
    subject: 'Choose a new password',
    blocks: [
      {
        kind: 'words',
        words: [
          'A new password was requested for the account of ',
          { name },
          ' with this e-mail address. Your password has not changed yet.',
        ],
      },
      {
        kind: 'link',
        words: `Choose the new password here, once, until ${timeInUtc(expiresAt)}:`,
        label: 'Choose a new password',
        url,
      },
    ],
    why: 'You get this mail because a new password was requested with your e-mail address. If that was not you, delete this mail: your password stays as it is.',
  });
}

export interface PasswordSetMailFacts {
  brand: Brand;
  /** name of the account */
  name: string;
  at: Date;
}

/** The mail to the holder of an account whose password was changed with a mailed address (C112, GUARD-34). */
export function passwordSetMail({ brand, name, at }: PasswordSetMailFacts): WrittenMail {
  return write({
    brand,
    subject: 'Your password was changed',
    blocks: [
      {
        kind: 'words',
        words: [
          'The password of the account of ',
          { name },
          ` was changed on ${timeInUtc(at)}, with the address from a mail to you. All sessions of the account have ended.`,
        ],
      },
      {
        kind: 'words',
        words: ['If that was not you, tell your administrator now.'],
      },
    ],
    why: 'You get this mail because the password of your account was changed.',
  });
}
