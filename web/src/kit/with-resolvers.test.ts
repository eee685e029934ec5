import { expect, test } from 'vitest';
import { withResolvers } from './with-resolvers.ts';

test('a promise is settled by its functions', async () => {
  const [one, other] = [withResolvers<number>(), withResolvers<number>()];
  one.resolve(1);
  other.reject(new Error('no'));
  await expect(one.promise).resolves.toBe(1);
  await expect(other.promise).rejects.toThrow('no');
});
