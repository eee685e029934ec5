import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchRecord } from './watch-record.ts';

/** What others change in the record appears on the screens by itself (C56). */
export function useLive(recordId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => watchRecord(queryClient, recordId), [queryClient, recordId]);
}
