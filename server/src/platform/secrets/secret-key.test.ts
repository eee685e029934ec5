import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretKey } from './secret-key.ts';

test('GUARD-06 signatures and seals have different keys', () => {
  const secret = randomBytes(32);
  const key = createSecretKey(secret);
  expect(key.secretFor('sealed secrets')).not.toEqual(key.secretFor('signed addresses'));
  // RFC 5869 with an empty salt: one HMAC to extract, one to expand.
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(secret).digest();
  const expanded = createHmac('sha256', extracted).update('portal-vault sealed secrets\u0001').digest();
  expect(key.secretFor('sealed secrets')).toEqual(expanded);
});
