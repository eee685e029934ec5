import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from './client.ts';

type ListResult<T> = Pick<
  UseQueryResult<T>,
  'data' | 'error' | 'isError' | 'isPending' | 'isPlaceholderData' | 'isPaused' | 'refetch'
>;

/**
 * Returns the page of a list to show. While the next page loads, the previous page stays visible. Exception: in an
 * outage of the vault it would stay for a long time and could be mistaken for the requested page (SAFE-06), so the list
 * is pending until the page is loaded.
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
    /** the text that replaces the rows when the list could not be loaded (USE-11) */
    problem: error === null ? null : failureText(error),
    isPending: isPending || waitsNow,
    isPlaceholderData,
    refetch,
  };
}
