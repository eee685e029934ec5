import type { ErrorCode } from '@vault/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PALETTES, type ThemeMode } from '../../kit/palette.ts';
import { codeDigits } from '../landing/code.ts';
import { problemOf } from '../landing/use-unlocking.ts';
import { CallError } from '../visit/client.ts';
import { brandColorsOf } from './brand-colors.ts';
import { formatMediumDay } from '../../kit/format-date.ts';
import { formatDateTimeInZone } from '../../kit/format-long-date.ts';
import { fileCount } from '../count-texts.ts';

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

describe('the colours of the brand', () => {
  const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
  test.each<ThemeMode>(['light', 'dark'])(
    'text is readable on and in every brand colour on %s pages',
    (mode) => {
      const { surface, bg } = PALETTES[mode];
      fc.assert(
        fc.property(anyColor, (color) => {
          const colors = brandColorsOf(color, mode);
          // The limit is a little below 4.5, because colours are rounded to whole channels.
          expect(contrast(colors.onSolid, colors.solid)).toBeGreaterThan(4.45);
          expect(contrast(colors.onSolid, colors.solidHover)).toBeGreaterThan(4.45);
          expect(Math.min(contrast(colors.primary, surface), contrast(colors.primary, bg))).toBeGreaterThan(
            4.45,
          );
        }),
      );
    },
  );

  test('a readable brand colour is not changed; without a valid one the portal’s colour is used', () => {
    expect(brandColorsOf('#1634A4', 'light')).toMatchObject({
      solid: '#1634a4',
      onSolid: '#ffffff',
      primary: '#1634a4',
    });
    expect(brandColorsOf('#ffcc00', 'light')).toMatchObject({ solid: '#ffcc00', onSolid: '#000000' });
    expect(brandColorsOf('red; }', 'light').solid).toBe(PALETTES.light.solid.toLowerCase());
  });
});

test('RECIP-02 the expiry of a link is shown with the name of the viewer’s time zone', () => {
  const at = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
  expect(formatDateTimeInZone(at, 'Europe/Berlin')).toBe(
    'December 1, 2026 at 12:59 AM Central European Standard Time',
  );
  expect(formatDateTimeInZone(at, 'America/New_York')).toBe(
    'November 30, 2026 at 6:59 PM Eastern Standard Time',
  );
  expect(formatMediumDay('2026-11-30T23:30:00.000Z', 'Europe/Berlin')).toBe('Dec 1, 2026');
  expect([fileCount(1), fileCount(1204)]).toEqual(['1 file', '1,204 files']);
});

test('RECIP-04 a code can be pasted together with the text around it', () => {
  expect(['123 456', 'Your code: 123-456.', '1234567', 'abc'].map(codeDigits)).toEqual([
    '123456',
    '123456',
    '123456',
    '',
  ]);
});

test('RECIP-03 RECIP-04 an error is shown at the field that it concerns', () => {
  const at = (code: number, errorCode: ErrorCode) =>
    problemOf(new CallError(code, 'any text', { errorCode })).field;
  expect(at(403, 'LINK_PASSWORD_WRONG')).toBe('password');
  expect(at(403, 'LINK_CODE_WRONG')).toBe('code');
  expect(at(400, 'EMAIL_INVALID')).toBe('email');
  expect(at(429, 'RATE_LIMITED')).toBe('form');
});
