import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../session/index.ts';

/** The id of who is signed in; null while that is not known. */
export function usePersonId(): string | null {
  const { data } = useQuery({ ...sessionQuery, enabled: false });
  return data?.userInfo.profile.sfid ?? null;
}
