import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSealer } from './index.ts';

const secret = randomBytes(32);

it('D-35 every server of the vault can read a sealed text, and no other server', () => {
  const sealed = createSealer(secret).seal('Zoë 123');
  expect(createSealer(secret).open(sealed)).toBe('Zoë 123');
  expect(sealed.toString('latin1')).not.toContain('123');
  expect(() => createSealer(randomBytes(32)).open(sealed)).toThrow('authenticate');
});

it('the same text is sealed differently each time, and changed bytes are refused', () => {
  const sealer = createSealer(secret);
  const sealed = sealer.seal('same');
  expect(sealer.seal('same').equals(sealed)).toBe(false);
  for (let n = 0; n < sealed.length; n += 1) {
    const altered = Buffer.from(sealed);
    altered[n] = (altered[n] ?? 0) ^ 1;
    expect(() => sealer.open(altered)).toThrow('authenticate');
  }
  expect(() => sealer.open(Buffer.alloc(3))).toThrow(TypeError);
});
