import { MAX_TEXT } from './limits.ts';

/** NAME-11: no comma, semicolon, quote, comment or line end can be in one. */
const EMAIL = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** Whether a text is one e-mail address that a link can be sent to. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_TEXT && EMAIL.test(text);

/** USE-17: each address once, whatever its case and the blanks around it, as and where it stands first. */
export function distinctAddresses(addresses: readonly string[]): string[] {
  const distinct = new Map<string, string>();
  for (const address of addresses.map((text) => text.trim())) {
    const key = address.toLowerCase();
    if (!distinct.has(key)) distinct.set(key, address);
  }
  return [...distinct.values()];
}
