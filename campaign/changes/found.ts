import { createHash } from 'node:crypto';
import { contract } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { fileLine, linksLine, trashLine } from './model.ts';

const { download, files, links, trash } = contract;

const PAGE_SIZE = 200;
const params = { recordId: RECORDS.acme };

/** An item of a worker in the vault. */
export interface FoundItem {
  sfid: string;
  externalId: string | null;
  versionId: string | null;
  isFolder: boolean;
  path: string;
  versionCount: number;
}

type Page<T> = Promise<{ content: T[]; totalElements: number }>;

/** Reads all pages of a list. */
async function allOf<T>(read: (page: { page: string; size: string }) => Page<T>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await read({ page: String(page), size: String(PAGE_SIZE) });
    all.push(...content);
    if (content.length === 0 || all.length >= totalElements) return all;
  }
}

/** All live items in the folder of a worker and below it, by path. */
export async function itemsIn(client: Client, top: string): Promise<Map<string, FoundItem>> {
  const search = { parentFolder: top, allFolder: 'false' as const, items: 'FILE,FOLDER' as const };
  const found = await allOf((page) => client.data(files.list, { params, query: { ...search, ...page } }));
  const items = found.map((item): FoundItem => {
    const isFolder = item.fileType === 'folder';
    const { sfid, externalId, versionId, versionCount, folderPath, name } = item;
    const path = isFolder ? folderPath : `${folderPath}/${name}`;
    return { sfid, externalId, versionId, isFolder, path, versionCount };
  });
  return new Map(items.map((item) => [item.path, item]));
}

/**
 * The items of a worker in the trash, by their former path.
 * @param name only those with this in their name. While others change the trash, the end of a long list can miss items.
 */
export async function trashIn(client: Client, top: string, name = '') {
  const all = await allOf((page) => {
    const query = { ...page, ...(name !== '' && { itemNameLike: name }) };
    return client.data(trash.list, { params: { id: RECORDS.acme }, query });
  });
  const own = all.filter(
    ({ originalLocation }) => originalLocation === top || originalLocation.startsWith(`${top}/`),
  );
  return new Map(own.map((item) => [`${item.originalLocation}/${item.name}`, item]));
}

/** The links to the folder of a worker. */
export async function linksTo(client: Client, top: string) {
  const query = { status: 'Any' as const, search: top };
  const all = await allOf((page) => client.data(links.list, { params, query: { ...query, ...page } }));
  return all.filter(({ fileName }) => fileName === top);
}

/** The SHA-256 of the bytes that the vault sends for the current version of a file. */
export async function hashOf(client: Client, { sfid }: Pick<FoundItem, 'sfid'>): Promise<string> {
  const response = await client.fetch(download.version.path.replace(':sfid', sfid), { method: 'POST' });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) return `download got ${response.status}`;
  return createHash('sha256').update(bytes).digest('hex');
}

/** What the vault shows for a worker, in the lines of the model. */
export async function foundLines(
  client: Client,
  top: string,
  hash: (item: FoundItem) => Promise<string>,
): Promise<string[]> {
  const items = await itemsIn(client, top);
  const lines: string[] = [`${top}/`];
  for (const item of items.values()) {
    if (item.isFolder) lines.push(`${item.path}/`);
    else lines.push(fileLine(item.path, item.versionCount, await hash(item)));
  }
  const trashed = [...(await trashIn(client, top))].map(([path, { contentType }]) =>
    trashLine(contentType === 'folder' ? 'folder' : 'file', path),
  );
  const all = await linksTo(client, top);
  const deleted = all.filter(({ status }) => status === 'Deleted').length;
  return [...lines, ...trashed, linksLine({ active: all.length - deleted, deleted })].toSorted();
}
