import { contract } from '@vault/contract';
import { call } from '../api/index.ts';

const PAGE_SIZE = 100;

/** Which version of a file is the current one now (C31); null when it is gone meanwhile. */
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
 * @throws ApiError, of code 409 when the version that was opened is not the current one any more
 */
export async function saveText(input: {
  externalId: string;
  baseVersionId: string;
  text: string;
}): Promise<string> {
  const { externalId, ...body } = input;
  return (await call(contract.preview.saveText, { params: { externalId }, body })).versionId;
}
