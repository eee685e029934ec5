import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FolderAbove, type RestoredEntry, restoreOrderOf } from './restore-order.ts';

const item = (id: string, parentId: string, originalPath = ''): RestoredEntry => ({
  id,
  parentId,
  originalPath,
});
const folder = (id: string, parentId: string | null, isTrashed = false): FolderAbove => ({
  id,
  parentId,
  isTrashed,
});
const ROOT = folder('root', null);

const idsOf = (steps: ReturnType<typeof restoreOrderOf>) =>
  steps.map(({ items, hasParents }) => [hasParents, ...items.map(({ id }) => id).toSorted()]);

describe('the order in which items are restored', () => {
  it('items with a live folder are restored together', () => {
    const above = [ROOT, folder('a', 'root')];
    expect(idsOf(restoreOrderOf([item('1', 'a', 'A'), item('2', 'root')], above))).toEqual([
      [true, '1', '2'],
    ]);
  });

  it('D-25 an item without a live folder is restored by its path', () => {
    const above = [ROOT, folder('a', 'root', true)];
    expect(idsOf(restoreOrderOf([item('1', 'a', 'A')], above))).toEqual([[false, '1']]);
  });

  it('a folder is restored before the items inside it', () => {
    const above = [ROOT, folder('a', 'root', true), folder('b', 'a', true)];
    const [a, b, one] = [item('a', 'root'), item('b', 'a', 'A'), item('1', 'b', 'A/B')];
    const expected = [
      [true, 'a'],
      [true, 'b'],
      [true, '1'],
    ];
    expect(idsOf(restoreOrderOf([one, b, a], above))).toEqual(expected);
    expect(idsOf(restoreOrderOf([a, b, one], above))).toEqual(expected);
  });

  it('a folder without a live parent still gets its items back', () => {
    const above = [ROOT, folder('gone', 'root', true), folder('a', 'gone', true)];
    const items = [item('1', 'a', 'Gone/A'), item('a', 'gone', 'Gone')];
    expect(idsOf(restoreOrderOf(items, above))).toEqual([
      [false, 'a'],
      [true, '1'],
    ]);
  });

  it('items without a live folder are restored last, level by level', () => {
    const above = [ROOT, folder('x', 'root', true), folder('y', 'root', true)];
    const items = [item('deep', 'x', 'A/B/C'), item('high', 'y', 'A'), item('home', 'root')];
    expect(idsOf(restoreOrderOf(items, above))).toEqual([
      [true, 'home'],
      [false, 'high'],
      [false, 'deep'],
    ]);
  });

  it('the plan restores each item once, parents first, in the same steps for any order', () => {
    const forest = fc.array(
      fc.record({ parent: fc.nat(100), isTrashed: fc.boolean(), isNamed: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 25,
      },
    );
    fc.assert(
      fc.property(forest, fc.infiniteStream(fc.double({ noNaN: true })), (nodes, order) => {
        const above = [ROOT];
        const paths = new Map([['root', '']]);
        const items: RestoredEntry[] = [];
        for (const [n, { parent, isTrashed, isNamed }] of nodes.entries()) {
          const parentId = above[parent % above.length]?.id ?? 'root';
          const originalPath = paths.get(parentId) ?? '';
          above.push(folder(`${n}`, parentId, isTrashed));
          paths.set(`${n}`, originalPath === '' ? `${n}` : `${originalPath}/${n}`);
          if (isTrashed && isNamed) items.push(item(`${n}`, parentId, originalPath));
        }
        const steps = restoreOrderOf(items, above);
        const shuffled = items
          .map((one) => ({ one, at: order.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one);
        expect(idsOf(restoreOrderOf(shuffled, above))).toEqual(idsOf(steps));

        const back = new Set<string>();
        const parentOf = new Map(above.map(({ id, parentId }) => [id, parentId]));
        for (const { items: group } of steps) {
          for (const { id, parentId } of group) {
            for (let at: string | null = parentId; at !== null; at = parentOf.get(at) ?? null) {
              expect(items.some((one) => one.id === at) && !back.has(at)).toBe(false);
            }
            expect(back.has(id)).toBe(false);
          }
          for (const { id } of group) back.add(id);
        }
        expect(back.size).toBe(items.length);
      }),
    );
  });
});
