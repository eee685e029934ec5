import { MAX_TEXT } from './limits.ts';

/** NAME-11: an address contains no comma, semicolon, quote, comment or line break. */
const EMAIL = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** Returns whether a text is one e-mail address that a link can be sent to. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_TEXT && EMAIL.test(text);

/** USE-17: returns the trimmed addresses without duplicates, ignoring case; keeps the first spelling and position. */
export function distinctAddresses(addresses: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const address of addresses.map((text) => text.trim())) {
    const key = address.toLowerCase();
    if (!distinct.has(key)) distinct.set(key, address);
  }
  return [...distinct.values()];
}
