import { MAX_TEXT } from './limits.ts';

/** NAME-11: no comma, semicolon, quote, comment or line end can be in one. */
const EMAIL = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** Whether a text is one e-mail address that a link can be sent to. */
export const isEmailAddress = (text: string): boolean => text.length <= MAX_TEXT && EMAIL.test(text);
