import type { Item, TreeNode } from '@vault/contract';

/** Returns an id of the contract's form: the kind, a name, and digits up to 18 characters. */
export const idOf = (kind: string, name: string | number): string => `${kind}${name}`.padEnd(18, '0');

const ROOT_ID = idOf('fol', 'Root');

/** The files and folders of a fake record. Paths are as in D-06; a folder ends with '/'. */
export interface FakeRecord {
  /** Adds items, and the folders above them. @param values fields that differ from the defaults */
  add: (path: string, values?: Partial<Item>) => Item;
  /** Removes an item and everything below it. */
  remove: (path: string) => void;
  /** Removes the items with these ids, and everything below them. @throws Error when there is no such item */
  removeIds: (sfids: readonly string[]) => void;
  /** @throws Error when there is no such item */
  item: (path: string) => Item;
  /** Returns the items of a folder: folders first, each in the order in which they were added. */
  itemsOf: (folder: string) => Item[];
  tree: () => { folderTree: TreeNode[]; rootFolderSfid: string; rootSize: number };
}

/** Creates a record with these items, such as 'Tax/2025/' and 'Tax/return.txt'. */
export function createRecord(paths: readonly string[]): FakeRecord {
  /** the items by path, without a slash at the end */
  const items = new Map<string, Item>();
  let count = 0;
  const add = (path: string, values: Partial<Item> = {}): Item => {
    const isFolder = path.endsWith('/');
    const key = isFolder ? path.slice(0, -1) : path;
    const parent = parentOf(key);
    if (parent !== '' && !items.has(parent)) add(`${parent}/`);
    count += 1;
    const item = itemOf({ key, isFolder, count, parentId: items.get(parent)?.sfid ?? ROOT_ID });
    items.set(key, { ...item, ...values });
    return { ...item, ...values };
  };
  for (const path of paths) add(path);
  const childrenOf = (folder: string) => [...items.keys()].filter((key) => parentOf(key) === folder);
  const isFolder = (key: string) => items.get(key)?.showType === 'folder';
  const nodesOf = (folder: string): TreeNode[] =>
    childrenOf(folder)
      .filter(isFolder)
      .toSorted()
      .map((key) => nodeOf(key, items.get(key), nodesOf(key)));
  const remove = (path: string): void => {
    for (const key of items.keys()) if (key === path || key.startsWith(`${path}/`)) items.delete(key);
  };
  return {
    add,
    remove,
    removeIds: (sfids) => {
      for (const sfid of sfids) {
        const [path] = [...items].find(([, item]) => item.sfid === sfid) ?? [];
        if (path === undefined) throw new Error(`The record has no item ${sfid}`);
        remove(path);
      }
    },
    item: (path) => {
      const item = items.get(path);
      if (item === undefined) throw new Error(`The record has no ${path}`);
      return item;
    },
    itemsOf: (folder) => {
      const children = childrenOf(folder);
      return [...children.filter(isFolder), ...children.filter((key) => !isFolder(key))].flatMap(
        (key) => items.get(key) ?? [],
      );
    },
    tree: () => ({ folderTree: nodesOf(''), rootFolderSfid: ROOT_ID, rootSize: 0 }),
  };
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

interface ItemInput {
  key: string;
  isFolder: boolean;
  /** number of items so far, which makes each id different */
  count: number;
  parentId: string;
}

function itemOf({ key, isFolder, count, parentId }: ItemInput): Item {
  const name = nameOf(key);
  const number = String(count).padStart(3, '0');
  return {
    sfid: idOf(isFolder ? 'fol' : 'fil', `N${number}`),
    name,
    showType: isFolder ? 'folder' : 'text/plain',
    fileType: isFolder ? 'folder' : name.slice(name.lastIndexOf('.') + 1).toLowerCase(),
    fileSize: '1 KB',
    size: 1024,
    createddate: `2026-03-04T05:06:07.${number.slice(-3)}Z`,
    uploadedBy: 'Ada Byron',
    versionCount: isFolder ? 0 : 1,
    viewable: !isFolder,
    editable: false,
    sizeLimitFlag: false,
    externalId: isFolder ? null : uuidOf(1, count),
    versionId: isFolder ? null : uuidOf(2, count),
    folderPath: isFolder ? key : parentOf(key),
    parentFolderSfid: parentId,
  };
}

const uuidOf = (kind: number, count: number) =>
  `0000000${kind}-0000-4000-8000-${String(count).padStart(12, '0')}`;

function nodeOf(key: string, item: Item | undefined, children: TreeNode[]): TreeNode {
  return {
    sfid: item?.sfid ?? '',
    name: nameOf(key),
    children,
    folderPath: key,
    parentFolder: parentOf(key),
    parentFolderSfid: item?.parentFolderSfid ?? '',
    isRootFolder: false,
    size: item?.size ?? 0,
  };
}
