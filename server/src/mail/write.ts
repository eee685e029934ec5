import { letterAsHtml } from './letter-html.ts';
import { letterAsText } from './letter-text.ts';
import type { Letter } from './letter.ts';

/** What of a mail depends on its template. */
export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/** Both forms of a letter. */
export function write(letter: Letter): WrittenMail {
  return { subject: letter.subject, text: letterAsText(letter), html: letterAsHtml(letter) };
}
