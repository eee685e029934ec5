import { randomBytes } from 'node:crypto';

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/** Whether a text is a storage key. All stores have keys of this form, so that bytes keep their key when they move. */
export const isBlobKey = (text: string): boolean => KEY.test(text);

/** @throws RangeError for text that is not a key */
export function mustBeBlobKey(text: string): void {
  if (!isBlobKey(text)) throw new RangeError('The text is not a storage key');
}

/** @returns a key that was never used: two folder names and a random name (docs/decisions/bytes.md) */
export function newBlobKey(): string {
  const name = randomBytes(18).toString('hex');
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name.slice(4)}`;
}
