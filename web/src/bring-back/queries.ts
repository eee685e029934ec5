import { type BringBackPlan, type CallData, type CallInput, contract } from '@vault/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';

const { bringBack } = contract;

/** The folder, the moment and the way of bringing it back. */
export type Wanted = CallInput<typeof bringBack.plan>['body'];
export type Mode = Wanted['mode'];
export type BroughtBack = CallData<typeof bringBack.carryOut>;

/** The moments of a record (C134). Each opened dialog loads them again, because the last one is the present time. */
export const momentsQuery = (recordId: string) =>
  queryOptions({
    queryKey: [...keys.record(recordId), 'moments'],
    queryFn: ({ signal }) => call(bringBack.moments, { params: { recordId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/**
 * A folder as it was (C135).
 * @param at ISO 8601; undefined for now
 */
export const pastQuery = (recordId: string, { path, at }: { path: string; at: string | undefined }) =>
  queryOptions({
    queryKey: [...keys.record(recordId), 'past', path, at],
    queryFn: ({ signal }) =>
      call(bringBack.past, { params: { recordId }, query: { path, ...(at && { at }) } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** What bringing a folder back will do (C136). */
export const planQuery = (recordId: string, wanted: Wanted) =>
  queryOptions({
    queryKey: [...keys.record(recordId), 'bring-back', wanted],
    queryFn: ({ signal }) => planOf(recordId, wanted, signal),
    staleTime: 0,
    gcTime: 0,
  });

const planOf = (recordId: string, wanted: Wanted, signal?: AbortSignal): Promise<BringBackPlan> =>
  call(bringBack.plan, { params: { recordId }, body: wanted }, { ...(signal && { signal }) });

/** Brings a folder back as a plan says (C137). */
export const carryOut = (recordId: string, wanted: Wanted, planId: string): Promise<BroughtBack> =>
  call(bringBack.carryOut, { params: { recordId }, body: { ...wanted, planId } });

/** Undoes it: a folder that was made goes to the trash, any other is brought back to the moment before. */
export async function undo(recordId: string, { target, undoAt }: BroughtBack): Promise<void> {
  if (undoAt === null) {
    await call(contract.organise.moveToTrash, { body: { linkId: recordId, sfids: [], paths: [target] } });
    return;
  }
  const wanted: Wanted = { path: target, at: undoAt, mode: 'in-place' };
  const { planId } = await planOf(recordId, wanted);
  await carryOut(recordId, wanted, planId);
}
