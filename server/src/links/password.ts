import { MIN_LINK_PASSWORD } from '@vault/contract';
import { Errors } from '../http/index.ts';

/**
 * The rule for the password that a person sets for a link, when it is made and at each later change (GUARD-20).
 * Passwords that were set before the rule still work.
 * @returns the password without blanks around it (USE-24)
 * @throws P8 when it is empty; 400 with fewer than 8 characters
 */
export function newLinkPassword(typed: string): string {
  const password = typed.trim();
  if (password === '') throw Errors.passwordRequired();
  if (Array.from(password).length < MIN_LINK_PASSWORD) throw Errors.linkPasswordTooShort();
  return password;
}
