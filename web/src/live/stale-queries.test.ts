import { EVENT_TYPES, type LiveEvent } from '@vault/contract';
import { describe, expect, test } from 'vitest';
import { keys } from '../api/index.ts';
import { indexOf } from '../tree/index.ts';
import { Changes } from './changes.ts';
import { isStale } from './stale-queries.ts';

const RECORD = 'record';
const node = (sfid: string, parentFolderSfid: string, children: ReturnType<typeof leaf>[] = []) => ({
  ...leaf(sfid, parentFolderSfid),
  children,
});
function leaf(
  sfid: string,
  parentFolderSfid: string,
): {
  sfid: string;
  name: string;
  children: never[];
  folderPath: string;
  parentFolder: string;
  parentFolderSfid: string;
  isRootFolder: boolean;
  size: number;
} {
  return {
    sfid,
    name: sfid,
    children: [],
    folderPath: sfid,
    parentFolder: '',
    parentFolderSfid,
    isRootFolder: false,
    size: 0,
  };
}
/** The root contains A and C; A contains B. */
const tree = indexOf({
  rootFolderSfid: 'root',
  rootSize: 0,
  folderTree: [node('A', 'root', [leaf('B', 'A')]), leaf('C', 'root')],
});

const changesOf = (...events: LiveEvent[]) => {
  const changes = new Changes();
  for (const event of events) changes.add(event);
  return changes;
};
const list = (folderId: string | null, search: object | null = null) =>
  keys.list(RECORD, { folderId, search, page: 1, size: 20, sort: null });
const stale = (key: readonly unknown[], changes: Changes) =>
  isStale(key, changes, { recordId: RECORD, tree });

describe('C56 isStale selects the queries that an event reloads', () => {
  const inFolder = (parentFolderSfid: string) => changesOf({ type: 'list', parentFolderSfid });

  test('the lists of the changed folder and of all folders above it are reloaded', () => {
    expect(stale(list('B'), inFolder('B'))).toBe(true);
    expect(stale(list('A'), inFolder('B'))).toBe(true);
    expect(stale(list(null), inFolder('B'))).toBe(true);
    expect(stale(list('C'), inFolder('B'))).toBe(false);
    expect(stale(list('B'), inFolder('A'))).toBe(false);
  });

  test('all lists are reloaded if the folder is not named or new, or if the tree is not loaded', () => {
    expect(stale(list('C'), changesOf({ type: 'list' }))).toBe(true);
    expect(stale(list('C'), inFolder('new'))).toBe(true);
    expect(isStale(list('C'), inFolder('B'), { recordId: RECORD, tree: undefined })).toBe(true);
  });

  test('a search is reloaded for every folder, because it can contain items of all folders', () => {
    expect(stale(list('C', { searchName: 'x' }), inFolder('B'))).toBe(true);
  });

  test('a list is reloaded if one of several changed folders affects it', () => {
    const changes = changesOf(
      { type: 'list', parentFolderSfid: 'A' },
      { type: 'list', parentFolderSfid: 'C' },
    );
    expect(stale(list('C'), changes)).toBe(true);
    expect(stale(list('B'), changes)).toBe(false);
  });

  test('all lists are reloaded if too many folders have changed', () => {
    const many = changesOf(
      ...Array.from({ length: 300 }, (_, n): LiveEvent => ({ type: 'list', parentFolderSfid: `A${n}` })),
    );
    expect(many.folders).toBeNull();
  });

  test('tree, links and trash are reloaded by events of their type, links also by tree and trash', () => {
    const shown = {
      list: list(null),
      tree: keys.tree(RECORD),
      links: [...keys.links(RECORD), { page: 0 }],
      trash: [...keys.trash(RECORD), 'list', {}],
      versions: [...keys.versions('file'), 'list', 1, 20],
      views: [...keys.linkViews('link'), {}],
    };
    const names = (type: LiveEvent['type']) =>
      Object.entries(shown)
        .filter(([, key]) => stale(key, changesOf({ type })))
        .map(([name]) => name);
    expect(names('list')).toEqual(['list', 'versions']);
    expect(names('tree')).toEqual(['tree', 'links']);
    expect(names('links')).toEqual(['links', 'views']);
    expect(names('trash')).toEqual(['links', 'trash']);
  });

  test('queries of another record, and queries of other data, are not reloaded', () => {
    const everything = new Changes();
    everything.addAll();
    for (const key of [
      keys.list('other', {}),
      keys.tree('other'),
      keys.links('other'),
      keys.session(),
      ['receipt', 'x'],
    ]) {
      expect(stale(key, everything)).toBe(false);
    }
    expect(everything.isEverything).toBe(true);
    expect(changesOf(...EVENT_TYPES.map((type) => ({ type, parentFolderSfid: 'A' }))).isEverything).toBe(
      false,
    );
  });
});
