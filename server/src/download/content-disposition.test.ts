import { anyText } from '@vault/contract/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachment } from './content-disposition.ts';

test.each([
  ['plan.pdf', `attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`],
  ['a b.zip', `attachment; filename="a b.zip"; filename*=UTF-8''a%20b.zip`],
  [`it's (1)*.txt`, `attachment; filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['50%.txt', `attachment; filename="50_.txt"; filename*=UTF-8''50%25.txt`],
  ['"x"\\.txt', `attachment; filename="_x__.txt"; filename*=UTF-8''%22x%22%5C.txt`],
  ['Zoë 王.txt', `attachment; filename="Zo_ _.txt"; filename*=UTF-8''Zo%C3%AB%20%E7%8E%8B.txt`],
  ['\ud800.txt', `attachment; filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
])('D-42 the name %s is sent in UTF-8, and in ASCII for old clients', (name, header) => {
  expect(attachment(name)).toBe(header);
});

test('D-42 any name gives one safe header that decodes to the name', () => {
  fc.assert(
    fc.property(anyText(), (name) => {
      const header = attachment(name);
      expect(header).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w!#$&+\-.^`|~%]*$/);
      expect(header).toMatch(/^[\x20-\x7e]*$/);
      expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(name.toWellFormed());
    }),
  );
});
