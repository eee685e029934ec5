import { expect, test } from 'vitest';
import { retryAtOf, tooManyAttemptsText } from './retry-after.ts';

const at = (text: string) => Date.parse(text);
const plain = (text: string) => text.replaceAll('\u202F', ' ');

test('USE-48 the text names the next full minute in the viewer’s time zone, and a later day', () => {
  const now = at('2026-11-22T14:30:00Z');
  expect(plain(tooManyAttemptsText(at('2026-11-22T14:44:01Z'), now, 'Europe/Berlin'))).toBe(
    'Too many attempts. Please try again at 3:45 PM.',
  );
  expect(plain(tooManyAttemptsText(at('2026-11-23T08:00:00Z'), now, 'Europe/Berlin'))).toBe(
    'Too many attempts. Please try again on November 23 at 9:00 AM.',
  );
});

test('USE-48 Retry-After is read as a number of seconds; any other value is ignored', () => {
  const timeOf = (value: string | null) =>
    retryAtOf(new Response(null, { headers: value === null ? {} : { 'retry-after': value } }), 5000);
  expect(['30', null, '', '-1', 'soon', '0'].map(timeOf)).toEqual([35_000, null, null, null, null, null]);
});
