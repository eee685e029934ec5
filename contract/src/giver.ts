import { isEmailAddress } from './email.ts';
import { Messages, type MessageText } from './messages.ts';

/** Not in the specification: the longest name or e-mail address of a giver, in UTF-16 units. */
export const MAX_GIVER = 200;

/** Control, bidi, private and unpaired characters. Joiners are allowed: Persian and Hindi names need them. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Returns the form in which a giver's name is compared and stored: trimmed, single blanks, NFC (USE-47). */
export const normalizeGiver = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ').normalize('NFC');

export type GiverProblem = MessageText<'giverRequired' | 'giverTooLong' | 'giverUnreadable' | 'giverEmail'>;

/**
 * USE-47: validates the name or e-mail address of a giver.
 * @param name normalized
 * @returns the message for the giver; null when the name is valid
 */
export function giverProblem(name: string): GiverProblem | null {
  if (name === '') return Messages.giverRequired;
  if (name.length > MAX_GIVER) return Messages.giverTooLong;
  if (UNSAFE.test(name) || !LETTER_OR_DIGIT.test(name)) return Messages.giverUnreadable;
  if (name.includes('@') && !isEmailAddress(name)) return Messages.giverEmail;
  return null;
}
