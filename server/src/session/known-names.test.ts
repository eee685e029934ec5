import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMainlyNames } from './known-names.ts';

const NAMES = ['Brightwater & Söhne', 'Project Heron', 'Ada Byron', 'ada.byron@brightwater.example'];

describe('GUARD-20 names in passwords', () => {
  test.each([
    'Brightwater1',
    'brightwater2026!',
    'BrightwaterSöhne',
    'brightwater brightwater brightwater',
    'Br1ghtw@ter-tax',
    'BRIGHTWATER-SOHNE-26',
    'HeronHeronHeron',
    'projectheron2026',
    'AdaByron-1234',
    'byron byron byron',
  ])('%s consists mainly of them', (password) => expect(isMainlyNames(password, NAMES)).toBe(true));

  test.each([
    'correct horse battery staple',
    'the heron stands on one leg',
    'brightwater meadow lantern',
    'ada ada ada ada',
    'a password of twelve',
  ])('%s does not', (password) => expect(isMainlyNames(password, NAMES)).toBe(false));

  test('a word of fewer than four letters, and no name at all, refuse nothing', () => {
    expect(isMainlyNames('cbacbacbacbaX', ['CBA'])).toBe(false);
    expect(isMainlyNames('short', [])).toBe(false);
  });

  test('any password and any names give an answer, and names alone are always refused', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 20 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.array(name), (password, names) => {
        expect(typeof isMainlyNames(password, names)).toBe('boolean');
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,20}$/), fc.integer({ min: 1, max: 9 }), (word, times) => {
        expect(isMainlyNames(word.repeat(times), [word])).toBe(true);
      }),
    );
  });
});
