import { oneLine } from '../platform/mail/index.ts';

/** A name that a user typed; it can be right-to-left and must not change the sentence around it. */
export interface Name {
  readonly name: string;
}

/** A sentence of fixed text and names. */
export type Words = readonly (string | Name)[];

const LONGEST_NAME = 120;
/** Number of characters at the end that stay visible, for the extension of a file name. */
const END_OF_NAME = 16;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Makes a name safe for one line: no control or direction characters, at most `longest` graphemes. */
export function shown(name: string, longest = LONGEST_NAME): string {
  const characters = Array.from(graphemes.segment(oneLine(name)), ({ segment }) => segment);
  if (characters.length <= longest) return characters.join('');
  const start = characters.slice(0, longest - END_OF_NAME - 1).join('');
  return `${start}…${characters.slice(-END_OF_NAME).join('')}`;
}

/** The lines of a text, each without control and direction characters. */
export const shownLines = (text: string): string[] =>
  text
    .trim()
    .split(/\r\n|[\r\n\u{2028}\u{2029}]/u)
    .map(oneLine);

const time = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** '20 November 2026, 23:59 UTC+00:00': the time zone of the reader is unknown. */
export function timeInUtc(at: Date): string {
  const parts = Object.fromEntries(time.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts['day']} ${parts['month']} ${parts['year']}, ${parts['hour']}:${parts['minute']} UTC+00:00`;
}

/**
 * USE-43: a time in the format of a language, with the offset from UTC.
 * @param languageTag BCP 47 tag of the reader's language; null when unknown
 */
export function timeWords(at: Date, languageTag: string | null): string {
  if (languageTag === null) return timeInUtc(at);
  const words = new Intl.DateTimeFormat(languageTag, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(at);
  return `${oneLine(words)} UTC+00:00`;
}

/** '1 file', '12 files' */
export const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;
