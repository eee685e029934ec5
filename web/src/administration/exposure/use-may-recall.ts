import { useQuery } from '@tanstack/react-query';
import { abilitiesOf } from '@vault/contract';
import { sessionQuery, useRecord } from '../../session/index.ts';

/** AUDIT-10: whether the person may recall items of a record: an administrator, or who may share in it. */
export function useMayRecall(recordId: string | undefined): boolean {
  const { data: session } = useQuery(sessionQuery);
  const { record } = useRecord(recordId);
  if (session === undefined) return false;
  const { admin, read, share } = abilitiesOf(session.permissions);
  return admin || (read && share && record != null);
}
