import { anyText } from '@vault/contract/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf7, encodeUtf7 } from './utf7.ts';

test.each([
  // RFC 2152, examples
  ['A+ImIDkQ.', 'A≢Α.'],
  ['Hi Mom -+Jjo--!', 'Hi Mom -☺-!'],
  ['+ZeVnLIqe-', '日本語'],
  ['Item 3 is +AKM-1.', 'Item 3 is £1.'],
  ['plain name.docx', 'plain name.docx'],
  ['a+-b', 'a+b'],
  ['+2D3cxA-.docx', '📄.docx'],
])('UTF-7 %s is read as %s', (encoded, text) => expect(decodeUtf7(encoded)).toBe(text));

test.each(['a + b', 'C+', '+', 'x+y.docx', '+A-', '+=='])(
  'other text than UTF-7 stays unchanged: %s',
  (text) => expect(decodeUtf7(text)).toBe(text),
);

test('UTF-8 is read too, because some services send it', () => {
  expect(decodeUtf7(Buffer.from('Zoë.docx').toString('latin1'))).toBe('Zoë.docx');
});

test('encoded text is ASCII, and decoding returns the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const written = encodeUtf7(text);
      expect(written).toMatch(/^[\x20-\x7e]*$/);
      expect(decodeUtf7(written)).toBe(text);
    }),
  );
});

test('decoding any input ends', () => {
  fc.assert(fc.property(anyText(), (text) => typeof decodeUtf7(text) === 'string'));
});
