/** How many digits a code has (C43). */
export const CODE_LENGTH = 6;

/** What of a typed or pasted text belongs to a code: 'Your code: 123 456' is 123456. */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
