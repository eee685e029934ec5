/** Number of digits of a code (C43). */
export const CODE_LENGTH = 6;

/** Extracts a code from typed or pasted text: 'Your code: 123 456' becomes 123456. */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
