import { contract } from '@vault/contract';
import { call } from '../api/index.ts';

const PAGE_SIZE = 100;

/** Returns the id of the current version of a file (C31); null when the file has been deleted. */
export async function currentVersionOf(fileId: string): Promise<string | null> {
  for (let page = 0, total = 1; page * PAGE_SIZE < total; page += 1) {
    const input = { params: { sfid: fileId }, query: { page, size: PAGE_SIZE } };
    const list = await call(contract.versions.list, input);
    const current = list.content.find(({ isCurrent }) => isCurrent);
    if (current) return current.versionId;
    total = list.totalElements;
  }
  return null;
}

/**
 * Saves a text as a new version of its file (C62).
 * @returns the new version
 * @throws ApiError, with code 409 when the opened version is no longer the current version
 */
export async function saveText(input: {
  externalId: string;
  baseVersionId: string;
  text: string;
}): Promise<string> {
  const { externalId, ...body } = input;
  return (await call(contract.preview.saveText, { params: { externalId }, body })).versionId;
}
