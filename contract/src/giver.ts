import { isEmailAddress } from './email.ts';
import { Messages, type MessageText } from './messages.ts';

/** Not in the specification: longest name or e-mail address of a giver, in UTF-16 units. */
export const MAX_GIVER = 200;

/** Control, bidi, private and unpaired characters. Joiners stay: names in Persian and Hindi need them. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** How the name of a giver is compared and stored: trimmed, single blanks, NFC (USE-47). */
export const normalizeGiver = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ').normalize('NFC');

export type GiverProblem = MessageText<'giverRequired' | 'giverTooLong' | 'giverUnreadable' | 'giverEmail'>;

/**
 * USE-47: what is wrong with the name or e-mail address that a giver typed, as the message for that person.
 * @param name normalized
 * @returns null when it may be used
 */
export function giverProblem(name: string): GiverProblem | null {
  if (name === '') return Messages.giverRequired;
  if (name.length > MAX_GIVER) return Messages.giverTooLong;
  if (UNSAFE.test(name) || !LETTER_OR_DIGIT.test(name)) return Messages.giverUnreadable;
  if (name.includes('@') && !isEmailAddress(name)) return Messages.giverEmail;
  return null;
}
