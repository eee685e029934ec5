import fc from 'fast-check';

/** Any code point, also an unpaired surrogate. */
const codePoint = fc.nat({ max: 0x10_ffff }).map((code) => String.fromCodePoint(code));

/**
 * Texts of any code points. `fc.string({ unit: 'binary' })` makes the same texts, but takes 0.7 s and a table of a
 * million characters the first time.
 */
export const anyText = (
  constraints: Pick<fc.StringConstraints, 'minLength' | 'maxLength'> = {},
): fc.Arbitrary<string> => fc.string({ ...constraints, unit: codePoint });
