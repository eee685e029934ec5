import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignNames } from './claim-names.ts';
import type { NameClaim } from './name-claim.ts';

const keyOf = ({ parentId, kind, name }: NameClaim) => `${parentId}/${kind}/${name}`;
const file = (name: string, parentId = 'p'): NameClaim => ({ parentId, kind: 'file', name });
const folder = (name: string, parentId = 'p'): NameClaim => ({ parentId, kind: 'folder', name });

/** Calls `assignNames` with the names of `present` as taken names; counts the lookups. */
async function among(present: readonly NameClaim[], claims: readonly NameClaim[]) {
  const taken = new Set(present.map(keyOf));
  let questions = 0;
  const names = await assignNames(claims, async (wanted) => {
    questions += 1;
    expect(new Set(wanted.map(keyOf)).size).toBe(wanted.length);
    return wanted.filter((claim) => taken.has(keyOf(claim)));
  });
  return { names, questions };
}

describe('D-14 D-26 free names', () => {
  it('a free name is kept, a used one gets the first free number', async () => {
    const present = [file('a.txt'), file('b.txt'), file('b (1).txt'), file('b (3).txt')];
    const { names } = await among(present, [file('a.txt'), file('b.txt'), file('c.txt')]);
    expect(names).toEqual(['a (1).txt', 'b (2).txt', 'c.txt']);
  });

  it('names of one call are different; claims whose name is free keep it', async () => {
    const { names } = await among(
      [file('a.txt')],
      [file('a.txt'), file('a (1).txt'), file('a.txt'), file('n'), file('n')],
    );
    expect(names).toEqual(['a (2).txt', 'a (1).txt', 'a (3).txt', 'n', 'n (1)']);
  });

  it('D-10 files do not conflict with folders, nor with items of other folders', async () => {
    const present = [folder('x'), file('y', 'q')];
    const { names } = await among(present, [file('x'), folder('y'), file('y'), folder('x')]);
    expect(names).toEqual(['x', 'y', 'y', 'x (1)']);
  });

  it('thousands of claims of one name need few lookups', async () => {
    const present = [file('a'), ...Array.from({ length: 3000 }, (_, n) => file(`a (${n * 2 + 1})`))];
    const claims = Array.from({ length: 5000 }, () => file('a'));
    const { names, questions } = await among(present, claims);
    expect(names.slice(0, 3)).toEqual(['a (2)', 'a (4)', 'a (6)']);
    expect(new Set(names).size).toBe(5000);
    expect(questions).toBeLessThan(16);
  });

  const claim = fc.record({
    parentId: fc.constantFrom('p', 'q'),
    kind: fc.constantFrom('file' as const, 'folder' as const),
    name: fc.constantFrom('a', 'a (1)', 'a (2)', 'a.b', 'a (1).b', '.b', '.b (1)'),
  });

  it('each returned name is free and unique', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(claim), fc.array(claim), async (present, claims) => {
        const { names } = await among(present, claims);
        const given = claims.map((one, index) => keyOf({ ...one, name: names[index] ?? '' }));
        const taken = new Set(present.map(keyOf));
        expect(given.some((key) => taken.has(key))).toBe(false);
        expect(new Set(given).size).toBe(claims.length);
        // a claim whose name was free gets it
        const freed = new Set(claims.map(keyOf).filter((key) => !taken.has(key)));
        for (const key of freed) expect(given).toContain(key);
      }),
    );
  });
});
