import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutListed } from './without-listed.ts';

async function* inOrder(keys: readonly string[]) {
  for (const key of keys) yield { key };
}

it('SAFE-04 the contents that are in no list', async () => {
  const keys = fc
    .uniqueArray(fc.constantFrom('00', '01', '0a', '10', 'a', 'ff'))
    .map((list) => list.toSorted());
  await fc.assert(
    fc.asyncProperty(keys, fc.array(keys, { maxLength: 4 }), async (contents, lists) => {
      const left = await Array.fromAsync(withoutListed(inOrder(contents), lists.map(inOrder)));
      expect(left.map(({ key }) => key)).toEqual(contents.filter((key) => !lists.flat().includes(key)));
    }),
  );
});
