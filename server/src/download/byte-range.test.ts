import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentRange, partOf } from './byte-range.ts';

const whole = { sizeBytes: 1000, etag: '"abc"' };
const everything = { start: 0, end: 1000, partial: false };
const part = (start: number, end: number) => ({ start, end, partial: true });

describe('C54 honours Range and If-Range', () => {
  test.each([
    [undefined, everything],
    ['bytes=0-', part(0, 1000)],
    ['bytes=0-0', part(0, 1)],
    ['bytes=10-19', part(10, 20)],
    ['BYTES = 10 - 19', part(10, 20)],
    ['bytes=999-', part(999, 1000)],
    ['bytes=990-5000', part(990, 1000)],
    ['bytes=0-99999999999999999999999', part(0, 1000)],
    ['bytes=-1', part(999, 1000)],
    ['bytes=-5000', part(0, 1000)],
    // outside the reply: the answer is 416
    ['bytes=1000-', null],
    ['bytes=99999999999999999999999-', null],
    ['bytes=-0', null],
    // no range of bytes, or several: everything (RFC 9110, 14.2)
    ['bytes=', everything],
    ['bytes=-', everything],
    ['bytes=20-10', everything],
    ['bytes=0-1,5-9', everything],
    ['bytes=a-b', everything],
    ['bytes=0x10-', everything],
    ['bytes=1.5-', everything],
    ['lines=1-2', everything],
    ['10-20', everything],
    ['', everything],
  ])('Range: %s', (range, expected) => {
    expect(partOf({ range }, whole)).toEqual(expected);
  });

  test.each([
    ['"abc"', part(10, 1000)],
    [' "abc" ', part(10, 1000)],
    ['"other"', everything],
    ['W/"abc"', everything],
    ['abc', everything],
    ['', everything],
    ['Wed, 21 Oct 2026 07:28:00 GMT', everything],
  ])('If-Range: %s is used only when it is the tag of the present bytes', (ifRange, expected) => {
    expect(partOf({ range: 'bytes=10-', 'if-range': ifRange }, whole)).toEqual(expected);
  });

  test('an empty reply has no ranges', () => {
    const nothing = { sizeBytes: 0, etag: '"e"' };
    expect(partOf({ range: 'bytes=0-' }, nothing)).toBeNull();
    expect(partOf({ range: 'bytes=-5' }, nothing)).toBeNull();
    expect(partOf({}, nothing)).toEqual({ start: 0, end: 0, partial: false });
  });

  test('any Range header gives a part within the reply', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^bytes=[0-9-, ]*$/));
    fc.assert(
      fc.property(text, fc.nat(2000), (range, sizeBytes) => {
        const found = partOf({ range }, { sizeBytes, etag: '"e"' });
        if (found === null) return;
        expect(found.start).toBeGreaterThanOrEqual(0);
        expect(found.end).toBeLessThanOrEqual(sizeBytes);
        if (found.partial) expect(found.end).toBeGreaterThan(found.start);
      }),
    );
  });

  test('Content-Range contains the last included byte and the complete length', () => {
    expect(contentRange(part(10, 20), 1000)).toBe('bytes 10-19/1000');
    expect(contentRange(null, 1000)).toBe('bytes */1000');
  });
});
