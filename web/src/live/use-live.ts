import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchRecord } from './watch-record.ts';

/** Shows changes of the record by other users on the screens automatically (C56). */
export function useLive(recordId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => watchRecord(queryClient, recordId), [queryClient, recordId]);
}
