import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from './client.ts';

type ListResult<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'isError' | 'isPending' | 'isPlaceholderData' | 'isPaused' | 'refetch'
>;

/**
 * A page of a list as it is to be shown. While another page is on its way the former one stands in for it; but not in an
 * outage of the vault, where it would stay for long and be taken for what was asked for (SAFE-06). The list then counts as
 * pending until the page is here.
 */
export function useList<T>({
  data,
  error,
  isError,
  isPending,
  isPlaceholderData,
  isPaused,
  refetch,
}: ListResult<T>) {
  const [waits, setWaits] = useState(false);
  const waitsNow = isPlaceholderData && (waits || isPaused);
  if (waitsNow !== waits) setWaits(waitsNow);
  return {
    data: waitsNow ? undefined : data,
    error,
    isError,
    /** what the list says in place of its rows when it could not be loaded (USE-11) */
    problem: error === null ? null : failureText(error),
    isPending: isPending || waitsNow,
    isPlaceholderData,
    refetch,
  };
}
