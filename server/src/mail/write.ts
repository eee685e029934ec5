import { letterAsHtml } from './letter-html.ts';
import { letterAsText } from './letter-text.ts';
import type { Letter } from './letter.ts';
import { shown } from './words.ts';

/** What of a mail depends on its template. */
export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/** Both forms of a letter; the subject ends with the name of the firm (USE-43). */
export function write(letter: Letter): WrittenMail {
  const subject = `${letter.subject} - ${shown(letter.brand.name)}`;
  return { subject, text: letterAsText(letter), html: letterAsHtml({ ...letter, subject }) };
}
