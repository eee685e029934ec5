import { Messages } from '@vault/contract';
import { undoTexts } from './texts.ts';
import type { Change, Undone } from './undo.ts';

/** The text of the toast after each kind of change. */
export const CHANGE_MESSAGES: Record<Change['kind'], string> = {
  move: Messages.moved,
  rename: Messages.renamed,
  trash: Messages.deleted,
  restore: Messages.restored,
};

/** Returns the message when an undo was incomplete or impossible; null when it was complete. */
export function undoProblem({ change, obstacle, leftCount }: Undone): string | null {
  if (obstacle === null) return null;
  const reason = undoTexts.obstacles[obstacle];
  return change === null ? undoTexts.impossible(reason) : undoTexts.incomplete(leftCount, reason);
}
