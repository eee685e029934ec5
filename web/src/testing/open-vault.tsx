import type { Abilities, FileSortField, Item } from '@vault/contract';
import { render } from 'vitest-browser-react/pure';
import { setToken } from '../api/index.ts';
import { App } from '../app/app.tsx';
import { withResolvers } from '../kit/with-resolvers.ts';
import { createFakeServer, type FakeCall, type FakeServer, type Replies } from './fake-server.ts';
import { PERSON_ID, sessionOf } from './person.ts';
import { createRecord, type FakeRecord } from './record.ts';

interface VaultOptions {
  /** paths of files, and of folders with a slash at the end */
  items?: readonly string[];
  record?: FakeRecord;
  /** the abilities that differ; by default the person has all of them */
  abilities?: Partial<Abilities>;
  /** the query of the address, such as '?tab=2' */
  at?: string;
  replies?: Replies;
}

/** A promise that never resolves. */
const { promise: SILENCE } = withResolvers<never>();

let current: FakeServer | null = null;

/**
 * Starts the fake server of a test and removes it after the test.
 * @param replies the replies of the server
 */
export function startServer(replies: Replies = {}): FakeServer {
  if (current !== null) throw new Error('The test has a server already');
  current = createFakeServer(replies);
  return current;
}

/** Removes the server of a test. @throws when the page made a call that the test did not declare */
export function stopServer(): void {
  const stopped = current;
  current = null;
  stopped?.stop();
}

/** Renders the whole application at an address, with the real providers and without a session. */
export async function openApp(path: string): Promise<void> {
  history.replaceState(null, '', path);
  await render(<App />);
}

/**
 * Renders the vault of a signed-in person with a fake record. Calls that read the record have replies; the test
 * declares all others.
 */
export async function openVault({
  items = [],
  record = createRecord(items),
  abilities = {},
  at = '',
  replies = {},
}: VaultOptions = {}): Promise<{ server: FakeServer; record: FakeRecord }> {
  const server = startServer({ ...readingReplies(record, abilities), ...replies });
  setToken('token-of-ada');
  await openApp(`/vault${at}`);
  return { server, record };
}

/** Returns the replies of the calls that read an open vault. */
export function readingReplies(record: FakeRecord, abilities: Partial<Abilities>): Replies {
  return {
    'session.me': sessionOf(abilities),
    'session.records': [{ sfid: PERSON_ID, name: 'Ada Byron' }],
    'tree.folders': () => record.tree(),
    'files.list': (call) => pageOf(record, call),
    'files.settings': ({ body: { filters } }) =>
      filters.key === 'fileSearch' ? [{ ...filters, value: 'true' }] : [],
    'holds.ofItem': { isOnHold: false, keptUntil: null },
    'history.recentSearches': { content: [], totalElements: 0, numberOfElements: 0 },
    'events.stream': () => SILENCE,
  };
}

/** Returns a page of the folder that a call names by its path or its id. */
function pageOf(record: FakeRecord, { query }: FakeCall<'files.list'>) {
  const { page, size, sort, parentFolder, name } = query;
  const folder = folderPathOf(record, parentFolder);
  const all = sorted(name === undefined ? record.itemsOf(folder) : found(record, folder, query), sort);
  const content = all.slice(page * size, (page + 1) * size);
  return { content, totalElements: all.length, numberOfElements: content.length };
}

/** Returns the items that a search by name finds, in a folder and below it, or in the whole record. */
function found(record: FakeRecord, folder: string, query: FakeCall<'files.list'>['query']): Item[] {
  const { name = '', allFolder = false, items = 'FILE,FOLDER' } = query;
  const below = (path: string): Item[] =>
    record
      .itemsOf(path)
      .flatMap((item) => (item.showType === 'folder' ? [item, ...below(item.folderPath)] : [item]));
  return below(allFolder ? '' : folder)
    .filter((item) => item.name.toLowerCase().includes(name.toLowerCase()))
    .filter(({ showType }) => items.split(',').includes(showType === 'folder' ? 'FOLDER' : 'FILE'));
}

/** Sorts items; folders are before files in every order. */
function sorted(items: Item[], sort = ''): Item[] {
  const [field = '', direction] = sort.split(',');
  if (field === '') return items;
  const valueOf = (item: Item) => item[field as FileSortField];
  const sign = direction === 'desc' ? -1 : 1;
  return items.toSorted((a, b) => {
    if ((a.showType === 'folder') !== (b.showType === 'folder')) return a.showType === 'folder' ? -1 : 1;
    return valueOf(a) < valueOf(b) ? -sign : sign;
  });
}

function folderPathOf(record: FakeRecord, pathOrId: string): string {
  const search = (folder: string): string | undefined =>
    record
      .itemsOf(folder)
      .filter(({ showType }) => showType === 'folder')
      .map(({ sfid, folderPath }) => (sfid === pathOrId ? folderPath : search(folderPath)))
      .find((path) => path !== undefined);
  return search('') ?? (pathOrId === record.tree().rootFolderSfid ? '' : pathOrId);
}
