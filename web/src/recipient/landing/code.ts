import { CODE_DIGITS } from '@vault/contract';

/** Extracts a code from typed or pasted text: 'Your code: 123 456' becomes 123456. */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, '').slice(0, CODE_DIGITS);
