import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../../api/index.ts';

/** Returns a function that loads all lists of people again. */
export function useReloadPeople(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: keys.people() }), [client]);
}
