import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMerge, type TreeView } from './planner.ts';
import { summaryOf } from './preview-merge.ts';
import {
  type Placement,
  type TargetFolder,
  targetFolderOfMerge,
  type PlanItem,
  planLevel,
} from './merge-rules.ts';

const TARGET: TargetFolder = { id: 'target', isNew: false, path: 'T' };

const item = (id: string, more: Partial<PlanItem> = {}): PlanItem => ({
  id,
  parentId: 'elsewhere',
  kind: 'file',
  name: 'a.txt',
  sizeBytes: 1,
  versionCount: 1,
  ...more,
});
const placement = (one: PlanItem, into = TARGET): Placement => ({ item: one, name: one.name, into });

describe('D-13 one level of a plan', () => {
  it('an item is placed when the folder has no item of its name', () => {
    const placements = [placement(item('1')), placement(item('2', { name: 'b.txt' }))];
    expect(planLevel(placements, [])).toEqual({ placed: placements, merged: [] });
  });

  it('an item is merged into an existing item of the same name', () => {
    const present = item('there', { parentId: 'target' });
    const coming = placement(item('1'));
    expect(planLevel([coming], [present])).toEqual({
      placed: [],
      merged: [{ ...coming, target: present, targetIsNew: false }],
    });
  });

  it('the first of several items with one name is placed, and the others merge into it', () => {
    const [first, second, third] = [placement(item('1')), placement(item('2')), placement(item('3'))];
    expect(planLevel([first, second, third], [])).toEqual({
      placed: [first],
      merged: [second, third].map((one) => ({ ...one, target: first.item, targetIsNew: true })),
    });
  });

  it('D-10 names are equal only within one kind, case and folder', () => {
    const present = [
      item('folder', { parentId: 'target', kind: 'folder' }),
      item('other', { parentId: 'q' }),
    ];
    const placements = [placement(item('1')), placement(item('2', { name: 'A.txt' }))];
    expect(planLevel(placements, present).merged).toEqual([]);
  });

  it('a folder and its copy are two different targets', () => {
    const copy = { ...TARGET, isNew: true };
    const placements = [placement(item('1')), placement(item('2'), copy)];
    expect(planLevel(placements, [])).toEqual({ placed: placements, merged: [] });
  });

  it('a renamed file is merged into the file that has the new name', () => {
    const present = item('there', { parentId: 'target', name: 'new.txt' });
    const renamed = { ...placement(item('1', { parentId: 'target' })), name: 'new.txt' };
    expect(planLevel([renamed], [present]).merged).toMatchObject([{ target: { id: 'there' } }]);
  });

  it('every item is placed or merged, and each name is placed only once in a folder', () => {
    const some = fc.record({
      name: fc.constantFrom('a', 'b'),
      kind: fc.constantFrom('file' as const, 'folder' as const),
      isNew: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some), fc.array(some), (coming, byName) => {
        const placements = coming.map(({ isNew, ...one }, n) =>
          placement(item(`in${n}`, one), { ...TARGET, isNew }),
        );
        const keys = new Map(byName.map((one) => [`${one.kind}/${one.name}`, one]));
        const present = [...keys.values()].map((one, n) =>
          item(`at${n}`, { kind: one.kind, name: one.name, parentId: 'target' }),
        );
        const { placed, merged } = planLevel(placements, present);
        expect(new Set([...placed, ...merged].map((one) => one.item.id)).size).toBe(placements.length);
        const targets = placed.map((one) => `${one.into.isNew}/${one.item.kind}/${one.name}`);
        expect(new Set(targets).size).toBe(targets.length);
        expect(placed.some((one) => keys.has(`${one.item.kind}/${one.name}`))).toBe(false);
        for (const merge of merged) {
          expect(merge.target).toMatchObject({ kind: merge.item.kind, name: merge.name });
          expect(merge.target.id).not.toBe(merge.item.id);
        }
      }),
    );
  });
});

describe('the complete plan of a merge', () => {
  /** A tree in memory: the items by their parent folder. */
  function viewOf(items: readonly PlanItem[]): TreeView & { asked: string[][] } {
    const asked: string[][] = [];
    return {
      asked,
      itemsByName: async (wanted) =>
        items.filter((one) =>
          wanted.some(
            ({ parentId, kind, name }) => one.parentId === parentId && one.kind === kind && one.name === name,
          ),
        ),
      childrenOf: async (folderIds, limit) => {
        asked.push([...folderIds]);
        return items.filter(({ parentId }) => folderIds.includes(parentId)).slice(0, limit);
      },
    };
  }
  const folder = (id: string, parentId: string, name: string) => item(id, { parentId, kind: 'folder', name });
  const file = (id: string, parentId: string, name: string, versionCount = 1) =>
    item(id, { parentId, name, versionCount });

  it('the plan reads only folders that merge, and lists all merges', async () => {
    const source = folder('s', 'elsewhere', 'Docs');
    const tree = [
      folder('t', 'target', 'Docs'),
      folder('t-deep', 't', 'deep'),
      file('t-file', 't', 'f.txt', 2),
      file('t-deep-file', 't-deep', 'g.txt', 5),
      folder('s-deep', 's', 'deep'),
      file('s-file', 's', 'f.txt', 3),
      file('s-deep-file', 's-deep', 'g.txt'),
      folder('s-alone', 's', 'alone'),
      file('s-alone-file', 's-alone', 'never looked at'),
    ];
    const view = viewOf(tree);
    const plan = await planMerge(view, { placements: [placement(source)], leaving: new Set(['s']) });
    expect(plan.placed.map((one) => [one.item.id, one.into.id])).toEqual([['s-alone', 't']]);
    expect(plan.merged.map((one) => [one.item.id, one.target.id])).toEqual([
      ['s', 't'],
      ['s-deep', 't-deep'],
      ['s-file', 't-file'],
      ['s-deep-file', 't-deep-file'],
    ]);
    expect(view.asked).toEqual([['s'], ['s-deep']]);
    const both = { fileCount: 2, folders: ['T/Docs', 'T/Docs/deep'], folderCount: 2 };
    expect(summaryOf(plan, 'move')).toEqual({
      ...both,
      files: [
        { name: 'f.txt', folderPath: 'T/Docs', versions: 5 },
        { name: 'g.txt', folderPath: 'T/Docs/deep', versions: 6 },
      ],
    });
    expect(summaryOf(plan, 'copy')).toEqual({
      ...both,
      files: [
        { name: 'f.txt', folderPath: 'T/Docs', versions: 3 },
        { name: 'g.txt', folderPath: 'T/Docs/deep', versions: 6 },
      ],
    });
  });

  it('T-58 several items of one name become one; a file is listed once, with all its versions', async () => {
    const placements = [2, 3, 4].map((versions) =>
      placement(file(`${versions}`, 'elsewhere', 'x', versions)),
    );
    const plan = await planMerge(viewOf([]), { placements, leaving: new Set() });
    const told = { name: 'x', folderPath: 'T' };
    expect(summaryOf(plan, 'move')).toMatchObject({ files: [{ ...told, versions: 9 }], fileCount: 1 });
    expect(summaryOf(plan, 'copy')).toMatchObject({ files: [{ ...told, versions: 3 }], fileCount: 1 });
  });

  it('no item is merged into an item that leaves its folder', async () => {
    const leaving = file('away', 'target', 'a.txt');
    const plan = await planMerge(viewOf([leaving]), {
      placements: [placement(item('1'))],
      leaving: new Set(['away']),
    });
    expect(plan.merged).toEqual([]);
  });

  it('the plan lists the first 100 entries and counts all', async () => {
    const names = Array.from({ length: 130 }, (_, n) => `${n}`);
    const present = names.map((name) => file(`at${name}`, 'target', name));
    const placements = names.map((name) => placement(file(`in${name}`, 'elsewhere', name)));
    const summary = summaryOf(await planMerge(viewOf(present), { placements, leaving: new Set() }), 'move');
    expect(summary.files).toHaveLength(100);
    expect(summary).toMatchObject({ fileCount: 130, folders: [], folderCount: 0 });
  });

  it('the plan refuses to read more items than one request is allowed to merge', async () => {
    const view: TreeView = {
      itemsByName: async (wanted) => wanted.map((one) => ({ ...item('there'), ...one })),
      childrenOf: async ([parentId = ''], limit) =>
        Array.from({ length: limit }, (_, n) => file(`${n}`, parentId, `${n}`)),
    };
    const placements = [placement(folder('s', 'elsewhere', 'Docs'))];
    await expect(planMerge(view, { placements, leaving: new Set() })).rejects.toMatchObject({ code: 400 });
  });

  it('the children of a merged folder go to its target', () => {
    const merge = { ...placement(folder('s', 'x', 'Docs')), target: item('t'), targetIsNew: true };
    expect(targetFolderOfMerge(merge)).toEqual({ id: 't', isNew: true, path: 'T/Docs' });
    const inRoot = { ...merge, into: { ...TARGET, path: '' } };
    expect(targetFolderOfMerge(inRoot).path).toBe('Docs');
  });
});
