import type { Brand } from './letter.ts';
import { shown, timeInUtc } from './words.ts';
import { write, type WrittenMail } from './write.ts';

export interface InvitationMailFacts {
  brand: Brand;
  /** name of the administrator who invites */
  inviter: string;
  /** the one-time address */
  url: string;
  expiresAt: Date;
}

/** The mail that invites a person to set a password (DESK-02). */
export function invitationMail({ brand, inviter, url, expiresAt }: InvitationMailFacts): WrittenMail {
  return write({
    brand,
    subject: `${shown(inviter, 60)} invites you to ${shown(brand.name, 60)}`,
    blocks: [
      {
        kind: 'words',
        words: [
          { name: inviter },
          ' has opened an account for you in ',
          { name: brand.name },
          '. Your e-mail address is your user name.',
        ],
      },
      { kind: 'link', words: 'Choose a password here:', label: 'Choose a password', url },
      {
        kind: 'words',
        words: [
          `The address works once, until ${timeInUtc(expiresAt)}. Give it to no one: it opens your account.`,
        ],
      },
    ],
    why: 'If you did not expect this mail, you need not do anything.',
  });
}
