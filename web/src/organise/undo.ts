import { ApiError } from '../api/index.ts';
import { groupBy } from '../kit/group-by.ts';
import type { FolderIndex } from '../tree/index.ts';
import type { OrganiseCalls } from './calls.ts';

/** A moved item. It has ids instead of paths, because paths can change. */
export interface MovedItem {
  id: string;
  isFolder: boolean;
  fromId: string;
  toId: string;
}

/** A change that can be undone. */
export type Change =
  | { kind: 'move'; items: readonly MovedItem[] }
  | { kind: 'rename'; item: { id: string; isFolder: boolean }; from: string; to: string }
  | { kind: 'trash'; ids: readonly string[] }
  | { kind: 'restore'; ids: readonly string[] };

/** Why an undo is not possible. */
type Obstacle = 'gone' | 'occupied' | 'inside itself';

export interface Undone {
  /** the change that the undo made, which can be undone again; null when the undo changed nothing */
  change: Change | null;
  /** why some items could not be undone; null when all were undone */
  obstacle: Obstacle | null;
  /** number of items that were not undone */
  leftCount: number;
}

export interface UndoDeps {
  calls: Pick<OrganiseCalls, 'renameFolder' | 'renameFile' | 'relocate' | 'trash' | 'restore'>;
  /** loads the current folders */
  folders: () => Promise<FolderIndex>;
}

/**
 * Undoes a change, also after other users have changed the record. Items return from their current folder to their
 * original folder, even if it was renamed or moved. Items that cannot be undone are not changed, and are reported.
 * @throws ApiError when the server could not be reached
 */
export function undo(change: Change, deps: UndoDeps): Promise<Undone> {
  switch (change.kind) {
    case 'move':
      return moveBack(change.items, deps);
    case 'rename':
      return renameBack(change, deps);
    case 'trash':
      return allAtOnce({ kind: 'restore', ids: change.ids }, () => deps.calls.restore(change.ids));
    case 'restore':
      return allAtOnce({ kind: 'trash', ids: change.ids }, () => deps.calls.trash(change.ids));
  }
}

/** Undoes all items with one call. The calls C09 and C37 skip deleted items and fail only when no item is left. */
async function allAtOnce(change: Change & { ids: readonly string[] }, send: () => Promise<unknown>) {
  const obstacle = await attempt(send);
  return obstacle === null ? whole(change) : none(obstacle, change.ids.length);
}

async function renameBack(
  change: Change & { kind: 'rename' },
  { calls, folders }: UndoDeps,
): Promise<Undone> {
  const { item, from, to } = change;
  const reverse: Change = { ...change, from: to, to: from };
  if (!item.isFolder) {
    const obstacle = await attempt(() => calls.renameFile(item.id, from, { merging: false }));
    return obstacle === null ? whole(reverse) : none(obstacle, 1);
  }
  const index = await folders();
  const folder = index.byId.get(item.id);
  if (folder === undefined) return none('gone', 1);
  const parentPath = index.byId.get(folder.parentId ?? '')?.path ?? '';
  const obstacle = await attempt(() => calls.renameFolder({ parentPath, name: folder.name, newName: from }));
  return obstacle === null ? whole(reverse) : none(obstacle, 1);
}

async function moveBack(items: readonly MovedItem[], deps: UndoDeps): Promise<Undone> {
  const index = await deps.folders();
  const results: { back: MovedItem[]; left: MovedItem[]; obstacle: Obstacle | null }[] = [];
  for (const group of groupBy(items, ({ fromId }) => fromId).values()) {
    // The calls run one after another, because each of them locks the record.
    // oxlint-disable-next-line no-await-in-loop
    results.push(await moveGroupBack(group, index, deps));
  }
  const back = results.flatMap((result) => result.back);
  return {
    change:
      back.length === 0
        ? null
        : { kind: 'move', items: back.map((item) => ({ ...item, fromId: item.toId, toId: item.fromId })) },
    obstacle: results.find(({ obstacle }) => obstacle !== null)?.obstacle ?? null,
    leftCount: results.flatMap(({ left }) => left).length,
  };
}

/** Moves items back into one folder with one call. If that fails, each item is moved alone. */
async function moveGroupBack(group: readonly MovedItem[], index: FolderIndex, { calls }: UndoDeps) {
  const target = index.byId.get(group[0]?.fromId ?? '');
  const present = group.filter(({ id, isFolder }) => !isFolder || index.byId.has(id));
  const back: MovedItem[] = [];
  let obstacle: Obstacle | null = present.length < group.length ? 'gone' : null;
  if (target === undefined) return { back, left: [...group], obstacle: 'gone' as const };

  const send = (items: readonly MovedItem[]) =>
    attempt(() =>
      calls.relocate({
        action: 'move',
        sfids: items.filter((item) => !item.isFolder).map(({ id }) => id),
        paths: items.filter((item) => item.isFolder).map(({ id }) => index.byId.get(id)?.path ?? ''),
        targetPath: target.path,
        merging: false,
      }),
    );
  const together = present.length === 0 ? obstacle : await send(present);
  if (together === null) back.push(...present);
  // One deleted item makes the move of all items fail, so each item is moved alone.
  else if (present.length > 1) {
    for (const item of present) {
      // oxlint-disable-next-line no-await-in-loop
      const alone = await send([item]);
      if (alone === null) back.push(item);
      else obstacle = alone;
    }
  } else obstacle = together;
  return { back, left: group.filter((item) => !back.includes(item)), obstacle };
}

/**
 * Runs a call and returns the obstacle that its error means; null when it succeeded.
 * @throws ApiError for all other errors
 */
async function attempt(send: () => Promise<unknown>): Promise<Obstacle | null> {
  try {
    const answer = await send();
    const mustMerge = typeof answer === 'object' && answer !== null && 'outcome' in answer;
    return mustMerge && answer.outcome === 'merge' ? 'occupied' : null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    switch (error.errorCode) {
      case 'NOT_FOUND':
        return 'gone';
      case 'NAME_EXISTS':
        return 'occupied';
      case 'INTO_SUBFOLDER':
        return 'inside itself';
      case 'SAME_FOLDER':
        // Another user has already moved the item back.
        return null;
      default:
        throw error;
    }
  }
}

const whole = (change: Change): Undone => ({ change, obstacle: null, leftCount: 0 });
const none = (obstacle: Obstacle, leftCount: number): Undone => ({ change: null, obstacle, leftCount });
