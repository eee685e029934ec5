import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../session/index.ts';

/** Returns the id of the signed-in person; null while it is unknown. */
export function usePersonId(): string | null {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  return data?.userInfo.profile.sfid ?? null;
}
