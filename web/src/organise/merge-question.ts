import { Messages } from '@vault/contract';
import type { MergePlanRequest } from './merge-plan.ts';
import { loadOf, parentPathOf, type OrganisedItem } from './target.ts';
import type { Changes, RelocateInput, RenameInput } from './use-changes.ts';

/** A merge that the person has to confirm. */
export interface MergeQuestion {
  message: string;
  /** the request for the plan */
  plan: MergePlanRequest;
  /** repeats the change with merging (D-13) */
  confirm: () => Promise<unknown>;
}

/** Returns the question before a copy or move that merges (COPYMOVE-12, COPYMOVE-13). */
export function relocateQuestion(recordId: string, input: RelocateInput, changes: Changes): MergeQuestion {
  const { action, items, target } = input;
  return {
    message: Messages.mergeAll,
    plan: { linkId: recordId, ...loadOf(items, changes.folders()), path: target.path, action },
    confirm: () => changes.relocate(input, { merging: true }),
  };
}

/** Returns the question before a rename that merges (RENAME-06 … RENAME-08). */
export function renameQuestion(recordId: string, input: RenameInput, changes: Changes): MergeQuestion {
  const { item, name } = input;
  return {
    message: Messages.mergeFiles,
    plan: {
      linkId: recordId,
      ...loadOf([item], changes.folders()),
      path: parentPathOf(item),
      action: 'rename',
      name,
    },
    confirm: () => changes.rename(input, { merging: true }),
  };
}

/** Returns the question before a duplicate that merges (COPYMOVE-22). */
export function duplicateQuestion(recordId: string, item: OrganisedItem, changes: Changes): MergeQuestion {
  return {
    message: Messages.mergeAll,
    plan: {
      linkId: recordId,
      ...loadOf([item], changes.folders()),
      path: parentPathOf(item),
      action: 'copy',
    },
    confirm: () => changes.duplicate(item, { merging: true }),
  };
}
