import { useState } from 'react';
import type { UploadManager, UploadState } from '../upload-manager.ts';

/** A forbidden name and its new name. */
export interface RenameRow {
  id: string;
  /** the path of the file or folder as it was chosen */
  path: string;
  /** the new name: the proposal, or the typed name */
  name: string;
  /** why `name` is not allowed; null when it is allowed */
  problem: string | null;
}

/** Returns the new names of misnamed files, which the person can edit before the files are uploaded (USE-08). */
export function useRenames(
  manager: Pick<UploadManager, 'problemsOf' | 'addRenamed'>,
  badNames: UploadState['badNames'],
) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const names = new Map(badNames.map(({ id, proposal }) => [id, typed.get(id) ?? proposal]));
  const problems = manager.problemsOf(names);
  const rows = badNames.map(({ id, path }): RenameRow => ({
    id,
    path,
    name: names.get(id) ?? '',
    problem: problems.get(id) ?? null,
  }));
  return {
    rows,
    isAllowed: problems.size === 0,
    rename: (id: string, name: string) => setTyped(new Map(typed).set(id, name)),
    /** Adds the files with these names. @returns false when a name is not allowed */
    submit: () => manager.addRenamed(names),
  };
}
