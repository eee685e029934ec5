import { MERGE_PLAN_ENTRIES, type MergePlan } from '@vault/contract';
import { Errors } from '../http/index.ts';
import { planMerge } from './planner.ts';
import { type PlannedMerge, targetFolderOfMerge, type Plan } from './merge-rules.ts';
import { treeView } from './plan.queries.ts';
import type { OrganiseDeps } from './deps.ts';
import { type Action, type Relocation, requestOf, resolveRelocation } from './check-relocation.ts';
import { fileNameOf, planRename } from './rename-file.ts';

export interface AskedMerge extends Relocation {
  action: Action | 'rename';
  /** the new name, for rename */
  name: string | undefined;
}

/**
 * C63: returns the result that a merging move, copy or rename would have now. It uses the planner of these calls.
 * @throws as the call that it previews; P16 for a rename of anything but one file to a name
 */
export async function previewMerge(deps: OrganiseDeps, asked: AskedMerge): Promise<MergePlan> {
  const { action, name, selection } = asked;
  const { recordId, ids, paths } = selection;
  const characters = deps.settings.nameCharacters;
  // All queries read the same state of the vault, despite concurrent changes.
  const inOneMoment = { isolation: 'repeatable read' } as const;
  if (action === 'rename') {
    const [id] = ids;
    if (id === undefined || ids.length > 1 || paths.length > 0 || name === undefined) {
      throw Errors.invalidRequest();
    }
    const newName = { recordId, id, name: fileNameOf(name, characters) };
    return deps.database.transaction(
      async (tx) => summaryOf(await planRename(tx, newName), action),
      inOneMoment,
    );
  }
  return deps.database.transaction(async (tx) => {
    const resolved = await resolveRelocation(tx, asked, { action, characters });
    return summaryOf(await planMerge(treeView(tx, recordId), requestOf(resolved, action)), action);
  }, inOneMoment);
}

/** Converts a plan to the reply: the files that get versions and the folders that receive others, without repeats. */
export function summaryOf({ merged }: Plan, action: AskedMerge['action']): MergePlan {
  const targets = [...Map.groupBy(merged, targetKey).values()];
  const files = targets.flatMap((merges) => {
    const [first] = merges;
    if (first?.item.kind !== 'file') return [];
    return [
      { name: first.name, folderPath: first.into.path, versions: versionsAfter(first, merges, action) },
    ];
  });
  const folders = targets.flatMap(([first]) =>
    first?.item.kind === 'folder' ? [targetFolderOfMerge(first).path] : [],
  );
  return {
    files: files.slice(0, MERGE_PLAN_ENTRIES),
    fileCount: files.length,
    folders: folders.slice(0, MERGE_PLAN_ENTRIES),
    folderCount: folders.length,
  };
}

const targetKey = ({ target, targetIsNew }: PlannedMerge) => `${targetIsNew}/${target.id}`;

/** D-13: a copy adds a copy of the current version; a move adds all versions. */
function versionsAfter(
  { target, targetIsNew }: PlannedMerge,
  merges: readonly PlannedMerge[],
  action: AskedMerge['action'],
): number {
  if (action === 'copy') return (targetIsNew ? 1 : target.versionCount) + merges.length;
  return merges.reduce((sum, { item }) => sum + item.versionCount, target.versionCount);
}
