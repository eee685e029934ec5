import { letterAsHtml } from './letter-html.ts';
import { letterAsText } from './letter-text.ts';
import type { Letter } from './letter.ts';
import { shown } from './words.ts';

/** The contents of a mail in both formats. */
export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/** Returns both formats of a letter; the subject ends with the name of the firm (USE-43). */
export function write(letter: Letter): WrittenMail {
  const subject = `${letter.subject} - ${shown(letter.brand.name)}`;
  return { subject, text: letterAsText(letter), html: letterAsHtml({ ...letter, subject }) };
}
