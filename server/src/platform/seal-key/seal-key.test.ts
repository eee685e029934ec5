import { expect, it } from 'vitest';
import { createSealKey, isSignedBy } from './index.ts';

const seed = Buffer.alloc(32, 7);

it('AUDIT-03 a key is the same for the same seed, and another for another', () => {
  const [one, same, other] = [seed, seed, Buffer.alloc(32, 8)].map((bytes) => createSealKey(bytes));
  expect(one?.publicKey).toHaveLength(32);
  expect(same?.publicKey).toEqual(one?.publicKey);
  expect(other?.publicKey).not.toEqual(one?.publicKey);
});

it('AUDIT-03 a signature is of one text and one key', () => {
  const { publicKey, sign } = createSealKey(seed);
  const signature = sign('Größe');
  expect(signature).toHaveLength(64);
  expect(isSignedBy(publicKey, 'Größe', signature)).toBe(true);
  expect(isSignedBy(publicKey, 'Grösse', signature)).toBe(false);
  expect(isSignedBy(createSealKey(Buffer.alloc(32)).publicKey, 'Größe', signature)).toBe(false);
  expect(isSignedBy(Buffer.alloc(32, 255), 'Größe', Buffer.alloc(64))).toBe(false);
});
