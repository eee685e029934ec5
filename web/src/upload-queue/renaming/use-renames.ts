import { useState } from 'react';
import type { UploadManager, UploadState } from '../upload-manager.ts';

/** A name that is not allowed, with the name in its place. */
export interface RenameRow {
  id: string;
  /** the path of the file or folder as it was chosen */
  path: string;
  /** the proposal, or what was typed */
  name: string;
  /** what is wrong with `name` */
  problem: string | null;
}

/** The names that a person sees and may change before rejected files are uploaded with them (USE-08). */
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
    /** Adds the files under these names. @returns false when a name may not be used */
    submit: () => manager.addRenamed(names),
  };
}
