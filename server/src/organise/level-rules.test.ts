import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planMerge, type TreeView } from './planner.ts';
import { summaryOf } from './preview-merge.ts';
import {
  type Arrival,
  type TargetFolder,
  targetFolderOfJoin,
  type PlanItem,
  planLevel,
} from './level-rules.ts';

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
const arrival = (one: PlanItem, into = TARGET): Arrival => ({ item: one, name: one.name, into });

describe('D-13 one level of a plan', () => {
  it('an item without a namesake is placed', () => {
    const arrivals = [arrival(item('1')), arrival(item('2', { name: 'b.txt' }))];
    expect(planLevel(arrivals, [])).toEqual({ placed: arrivals, joined: [] });
  });

  it('an item with a namesake joins it', () => {
    const present = item('there', { parentId: 'target' });
    const coming = arrival(item('1'));
    expect(planLevel([coming], [present])).toEqual({
      placed: [],
      joined: [{ ...coming, target: present, targetIsNew: false }],
    });
  });

  it('the first of several items with one name is placed, and the others join it', () => {
    const [first, second, third] = [arrival(item('1')), arrival(item('2')), arrival(item('3'))];
    expect(planLevel([first, second, third], [])).toEqual({
      placed: [first],
      joined: [second, third].map((one) => ({ ...one, target: first.item, targetIsNew: true })),
    });
  });

  it('D-10 names are equal only within one kind, case and folder', () => {
    const present = [
      item('folder', { parentId: 'target', kind: 'folder' }),
      item('other', { parentId: 'q' }),
    ];
    const arrivals = [arrival(item('1')), arrival(item('2', { name: 'A.txt' }))];
    expect(planLevel(arrivals, present).joined).toEqual([]);
  });

  it('a folder and its copy are two places', () => {
    const copy = { ...TARGET, isNew: true };
    const arrivals = [arrival(item('1')), arrival(item('2'), copy)];
    expect(planLevel(arrivals, [])).toEqual({ placed: arrivals, joined: [] });
  });

  it('a renamed file joins the file that has the new name', () => {
    const present = item('there', { parentId: 'target', name: 'new.txt' });
    const renamed = { ...arrival(item('1', { parentId: 'target' })), name: 'new.txt' };
    expect(planLevel([renamed], [present]).joined).toMatchObject([{ target: { id: 'there' } }]);
  });

  it('every arrival is placed or joined, and a name is placed once per folder', () => {
    const some = fc.record({
      name: fc.constantFrom('a', 'b'),
      kind: fc.constantFrom('file' as const, 'folder' as const),
      isNew: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some), fc.array(some), (coming, byName) => {
        const arrivals = coming.map(({ isNew, ...one }, n) =>
          arrival(item(`in${n}`, one), { ...TARGET, isNew }),
        );
        const keys = new Map(byName.map((one) => [`${one.kind}/${one.name}`, one]));
        const present = [...keys.values()].map((one, n) =>
          item(`at${n}`, { kind: one.kind, name: one.name, parentId: 'target' }),
        );
        const { placed, joined } = planLevel(arrivals, present);
        expect(new Set([...placed, ...joined].map((one) => one.item.id)).size).toBe(arrivals.length);
        const spots = placed.map((one) => `${one.into.isNew}/${one.item.kind}/${one.name}`);
        expect(new Set(spots).size).toBe(spots.length);
        expect(placed.some((one) => keys.has(`${one.item.kind}/${one.name}`))).toBe(false);
        for (const join of joined) {
          expect(join.target).toMatchObject({ kind: join.item.kind, name: join.name });
          expect(join.target.id).not.toBe(join.item.id);
        }
      }),
    );
  });
});

describe('the whole plan of a merge', () => {
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

  it('the plan reads only folders that join, and lists all joins', async () => {
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
    const plan = await planMerge(view, { arrivals: [arrival(source)], leaving: new Set(['s']) });
    expect(plan.placed.map((one) => [one.item.id, one.into.id])).toEqual([['s-alone', 't']]);
    expect(plan.joined.map((one) => [one.item.id, one.target.id])).toEqual([
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

  it('T-58 several of one name become one; a file is listed once, with all its versions', async () => {
    const arrivals = [2, 3, 4].map((versions) => arrival(file(`${versions}`, 'elsewhere', 'x', versions)));
    const plan = await planMerge(viewOf([]), { arrivals, leaving: new Set() });
    const told = { name: 'x', folderPath: 'T' };
    expect(summaryOf(plan, 'move')).toMatchObject({ files: [{ ...told, versions: 9 }], fileCount: 1 });
    expect(summaryOf(plan, 'copy')).toMatchObject({ files: [{ ...told, versions: 3 }], fileCount: 1 });
  });

  it('no item joins one that leaves', async () => {
    const leaving = file('away', 'target', 'a.txt');
    const plan = await planMerge(viewOf([leaving]), {
      arrivals: [arrival(item('1'))],
      leaving: new Set(['away']),
    });
    expect(plan.joined).toEqual([]);
  });

  it('the plan lists the first 100 entries and counts all', async () => {
    const names = Array.from({ length: 130 }, (_, n) => `${n}`);
    const present = names.map((name) => file(`at${name}`, 'target', name));
    const arrivals = names.map((name) => arrival(file(`in${name}`, 'elsewhere', name)));
    const summary = summaryOf(await planMerge(viewOf(present), { arrivals, leaving: new Set() }), 'move');
    expect(summary.files).toHaveLength(100);
    expect(summary).toMatchObject({ fileCount: 130, folders: [], folderCount: 0 });
  });

  it('the plan refuses to read more items than one request is allowed to join', async () => {
    const view: TreeView = {
      itemsByName: async (wanted) => wanted.map((one) => ({ ...item('there'), ...one })),
      childrenOf: async ([parentId = ''], limit) =>
        Array.from({ length: limit }, (_, n) => file(`${n}`, parentId, `${n}`)),
    };
    const arrivals = [arrival(folder('s', 'elsewhere', 'Docs'))];
    await expect(planMerge(view, { arrivals, leaving: new Set() })).rejects.toMatchObject({ code: 400 });
  });

  it('the place of a joined folder is its target', () => {
    const join = { ...arrival(folder('s', 'x', 'Docs')), target: item('t'), targetIsNew: true };
    expect(targetFolderOfJoin(join)).toEqual({ id: 't', isNew: true, path: 'T/Docs' });
    const inRoot = { ...join, into: { ...TARGET, path: '' } };
    expect(targetFolderOfJoin(inRoot).path).toBe('Docs');
  });
});
