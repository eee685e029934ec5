import { contract } from '@vault/contract';
import { RECORDS } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { type FoundItem, itemsIn } from './found.ts';

/** @param top the path of the worker's folder @returns the id of this folder or of one below it */
export async function folderIdOf(client: Client, top: string, path: string): Promise<string> {
  return path === top ? topFolderId(client, top) : (await itemAt(client, top, path)).sfid;
}

async function topFolderId(client: Client, top: string): Promise<string> {
  const { folderTree } = await client.data(contract.tree.folders, { params: { recordId: RECORDS.acme } });
  const folder = folderTree.find(({ name }) => name === top);
  if (folder === undefined) throw new Error(`there is no folder ${top}`);
  return folder.sfid;
}

/** @throws when the vault does not show the item */
export async function itemAt(client: Client, top: string, path: string): Promise<FoundItem> {
  return requireItem(await itemsIn(client, top), path);
}

/** @throws when the vault does not show the item */
export function requireItem<T>(items: ReadonlyMap<string, T>, path: string): T {
  const item = items.get(path);
  if (item === undefined) throw new Error(`the vault does not show ${path}`);
  return item;
}

/** @param codes the result codes of a transfer @throws when a file was not stored */
export function checkStored(codes: readonly number[]): void {
  if (codes.length === 0 || codes.some((code) => code !== 200))
    throw new Error(`the transfer got ${codes.join(', ')}`);
}
