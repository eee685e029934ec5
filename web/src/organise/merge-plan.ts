import { contract, type CallData, type CallInput, type MergePlan } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { shownPath } from '../tree/index.ts';
import { mergeTexts } from './texts.ts';

export type MergePlanRequest = CallInput<typeof contract.organise.mergePlan>['body'];

/** Loads the plan of a merge (C63), again for every question. */
export const mergePlanQuery = (recordId: string, request: MergePlanRequest) =>
  queryOptions({
    queryKey: [...keys.record(recordId), 'merge-plan', request],
    queryFn: ({ signal }): Promise<CallData<typeof contract.organise.mergePlan>> =>
      call(contract.organise.mergePlan, { body: request }, { signal }),
    gcTime: 0,
    staleTime: 0,
    // The dialog itself shows the failure.
    meta: { silent: true },
  });

/** One effect of a merge, as a line of the question. */
export interface MergeLine {
  key: string;
  kind: 'file' | 'folder';
  name: string;
  detail: string;
}

/** Returns the first effects of a merge as lines; `more` is the number of the other effects. */
export function mergeLines(plan: MergePlan): { lines: MergeLine[]; more: number } {
  const folders = plan.folders.map((path) => ({
    key: `folder ${path}`,
    kind: 'folder' as const,
    name: path.split('/').at(-1) ?? path,
    detail: mergeTexts.folderJoined(shownPath(parentOf(path))),
  }));
  const files = plan.files.map(({ name, folderPath, versions }) => ({
    key: `file ${folderPath}/${name}`,
    kind: 'file' as const,
    name,
    detail: mergeTexts.fileVersions(versions, shownPath(folderPath)),
  }));
  const lines = [...folders, ...files];
  return { lines, more: plan.folderCount + plan.fileCount - lines.length };
}

/** Returns a summary such as '1 folder will be joined, 3 files will become versions.' */
export function mergeSummary({ folderCount, fileCount }: MergePlan): string {
  const parts = [
    folderCount > 0 && mergeTexts.foldersJoined(folderCount),
    fileCount > 0 && mergeTexts.filesBecomeVersions(fileCount),
  ].filter((part) => part !== false);
  return parts.length === 0 ? mergeTexts.nothingToMerge : mergeTexts.summary(parts);
}

const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
