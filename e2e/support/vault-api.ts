import { randomUUID } from 'node:crypto';
import { basename, dirname } from 'node:path/posix';
import { type CallData, contract, type Item, MAX_PAGE_SIZE, UPLOAD_NAME_HEADER } from '@vault/contract';
import { type Client, createClient, signedIn } from '../../server/src/testing/client.ts';
import { rawZip } from '../../server/src/testing/raw-zip.ts';
import type { Person } from './people.ts';

/** Files by path, such as 'Tax/2025/return.txt'. */
export type Contents = Record<string, string | Uint8Array>;

/**
 * An API client for one record, without a browser: prepares a journey, acts as another user, and reads the results.
 * Paths are as in D-06.
 */
export interface VaultApi {
  client: Client;
  recordId: string;
  /** Stores files as uploads are stored: address, bytes, scan, transfer. */
  put(contents: Contents): Promise<void>;
  /** Creates missing folders, parents first. */
  createFolders(...paths: string[]): Promise<void>;
  trash(...paths: string[]): Promise<void>;
  /** renames a folder of the root */
  rename(folder: string, name: string): Promise<void>;
  /** moves all items to the trash */
  clear(): Promise<void>;
  /** all items of a folder, folders first, by name */
  items(path?: string): Promise<Item[]>;
  names(path?: string): Promise<string[]>;
  item(path: string): Promise<Item>;
  bytes(path: string): Promise<Buffer>;
  tree(): Promise<CallData<typeof contract.tree.folders>>;
}

/** Signs a user in and opens a record; by default the own record. */
export async function openVaultApi(
  origin: string,
  person: Person,
  recordId = person.sfid,
): Promise<VaultApi> {
  const anonymous = createClient(origin, null);
  const { email, password } = person;
  const login = signedIn(await anonymous.data(contract.session.signIn, { body: { email, password } }));
  const client = createClient(origin, login.accessToken);
  const tree = () => client.data(contract.tree.folders, { params: { recordId } });
  const upload = uploader(client, recordId, async () => (await tree()).rootFolderSfid);

  const items = async (path = '') => {
    const found: Item[] = [];
    for (let page = 0, total = 1; found.length < total; page += 1) {
      const query = { page, size: MAX_PAGE_SIZE, sort: 'name,asc', parentFolder: path };
      const list = await client.data(contract.files.list, { params: { recordId }, query });
      found.push(...list.content);
      total = list.totalElements;
    }
    return found;
  };
  const item = async (path: string) => {
    const parent = dirname(path);
    const found = (await items(parent === '.' ? '' : parent)).find(({ name }) => name === basename(path));
    if (!found) throw new Error(`There is no ${path}`);
    return found;
  };
  const trash = async (ids: string[]) => {
    if (ids.length > 0) await client.data(contract.organise.moveToTrash, { query: { ids: ids.join(',') } });
  };
  return {
    client,
    recordId,
    tree,
    items,
    item,
    names: async (path) => (await items(path)).map(({ name }) => name),
    put: upload,
    createFolders: (...paths) => createFolders(client, recordId, paths),
    trash: async (...paths) => {
      const ids: string[] = [];
      for (const path of paths) ids.push((await item(path)).sfid);
      await trash(ids);
    },
    rename: async (folder, name) => {
      const query = { path: '', oriFolderName: folder, newFolderName: name };
      await client.data(contract.organise.renameFolder, { params: { linkId: recordId }, query });
    },
    clear: async () => trash((await items()).map(({ sfid }) => sfid)),
    bytes: async (path) => {
      const { sfid } = await item(path);
      const body = JSON.stringify({ linkId: recordId, sfids: [sfid], containsSubFolders: false });
      const headers = { 'content-type': 'application/json' };
      const reply = await client.fetch(contract.download.selection.path, { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
      return Buffer.from(await reply.arrayBuffer());
    },
  };
}

async function createFolders(client: Client, recordId: string, paths: readonly string[]): Promise<void> {
  const wanted = new Set(
    paths.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))),
  );
  for (const path of wanted) {
    const parent = dirname(path) === '.' ? '' : dirname(path);
    const query = { name: basename(path), path: parent };
    const answer = await client.call(contract.organise.createFolder, { params: { recordId }, query });
    if (answer.code !== 200 && answer.code !== 409) throw new Error(`${path}: ${answer.errorMessage}`);
  }
}

function uploader(client: Client, recordId: string, rootId: () => Promise<string>) {
  const send = async (name: string, bytes: string | Uint8Array, isFolder: boolean) => {
    const uid = randomUUID();
    const url = await client.data(contract.upload.prepare, {
      query: { fileName: uid },
      body: { RelFileName: name },
    });
    const put = await fetch(url, {
      method: 'PUT',
      headers: { [UPLOAD_NAME_HEADER]: encodeURIComponent(name) },
      body: Buffer.from(bytes),
    });
    if (!put.ok) throw new Error(`${name}: ${put.status}`);
    const scanned = await client.data(contract.upload.scan, {
      query: { key: uid, isFolder: isFolder ? 'true' : 'false' },
    });
    return scanned.map(({ key }) => key);
  };

  return async (contents: Contents) => {
    const folders = Map.groupBy(Object.entries(contents), ([path]) => path.slice(0, path.indexOf('/') + 1));
    for (const [top, entries] of folders) {
      const fileKeys: string[] = [];
      if (top === '') {
        for (const [name, bytes] of entries) fileKeys.push(...(await send(name, bytes, false)));
      } else {
        const zip = rawZip(entries.map(([name, content]) => ({ name, content })));
        fileKeys.push(...(await send(`${top.slice(0, -1)}.zip`, zip, true)));
      }
      const body = { fileKeys, folderSfid: await rootId(), linkedId: recordId };
      const { detailList } = await client.data(contract.upload.transfer, { body });
      const refused = detailList.filter(({ code }) => code !== 200);
      if (refused.length > 0) throw new Error(`${refused.length} files were not stored`);
    }
  };
}
