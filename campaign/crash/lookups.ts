import { contract } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { type FoundItem, itemsIn } from './found.ts';

const params = { recordId: RECORDS.acme };

/** The id of a folder of a worker. @param top the folder of the worker itself */
export async function idOf(client: Client, top: string, path: string): Promise<string> {
  if (path === top) return nodeOfTop(client, path);
  return (await itemAt(client, top, path)).sfid;
}

async function nodeOfTop(client: Client, top: string): Promise<string> {
  const { folderTree } = await client.data(contract.tree.folders, { params });
  const folder = folderTree.find(({ name }) => name === top);
  if (folder === undefined) throw new Error(`there is no folder ${top}`);
  return folder.sfid;
}

/** @throws when the vault does not show the item */
export async function itemAt(client: Client, top: string, path: string): Promise<FoundItem> {
  return known(await itemsIn(client, top), path);
}

/** @throws when the vault does not show the item */
export function known<T>(items: ReadonlyMap<string, T>, path: string): T {
  const item = items.get(path);
  if (item === undefined) throw new Error(`the vault does not show ${path}`);
  return item;
}

/** @throws when a file of a transfer was not stored */
export function stored(codes: readonly number[]): void {
  if (codes.length === 0 || codes.some((code) => code !== 200))
    throw new Error(`the transfer got ${codes.join(', ')}`);
}
