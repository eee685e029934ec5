import { Messages } from '@vault/contract';
import type { Change, Obstacle, Undone } from './undo.ts';

/** The text of the toast for each change. */
export const CHANGE_MESSAGES: Record<Change['kind'], string> = {
  move: Messages.moved,
  rename: Messages.renamed,
  trash: Messages.deleted,
  restore: Messages.restored,
};

const REASONS: Record<Obstacle, string> = {
  gone: 'the item or its former folder is no longer there.',
  occupied: 'something of the same name is in its former place.',
  'inside itself': 'its former folder now lies inside of it.',
};

/** Returns the message when an undo was incomplete or impossible; null when it was complete. */
export function undoProblem({ change, obstacle, leftCount }: Undone): string | null {
  if (obstacle === null) return null;
  return change === null
    ? `This can no longer be undone: ${REASONS[obstacle]}`
    : `${leftCount} item(s) could not be put back: ${REASONS[obstacle]}`;
}
