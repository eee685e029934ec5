import { abilitiesOf, type Abilities, type Permission, type SessionState } from '@vault/contract';

interface RecordName {
  sfid: string;
  name: string;
}

export type VaultAccess =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'noAccess'; ownRecordId: string | null }
  | { state: 'open'; record: RecordName; abilities: Abilities };

/** The fields of the session that decide the access. */
type Session = Pick<SessionState, 'userInfo'> & { permissions: readonly Permission[] };

interface VaultAccessInput {
  /** undefined while unknown */
  session: Session | undefined;
  records: readonly RecordName[] | undefined;
  failed: boolean;
  /** the record of the address or of the portal; undefined for the own one (SHELL-12) */
  recordId: string | undefined;
}

/**
 * Decides what the page shows: only a loader until permissions AND record are known, so that the no-access page never
 * flashes (SHELL-08, T-78); that page without `read` or for a record without access.
 */
export function vaultAccessOf({ session, records, failed, recordId }: VaultAccessInput): VaultAccess {
  if (failed) return { state: 'failed' };
  if (session === undefined || records === undefined) return { state: 'loading' };
  const abilities = abilitiesOf(session.permissions);
  if (!abilities.read) return { state: 'noAccess', ownRecordId: null };
  const ownRecordId = session.userInfo.profile.sfid;
  const record = records.find(({ sfid }) => sfid === (recordId ?? ownRecordId));
  return record === undefined ? { state: 'noAccess', ownRecordId } : { state: 'open', record, abilities };
}

/**
 * PERM-18: replaces the permissions of the screens by the entries of the portal, if given; the server always uses its
 * own.
 */
export function withPermissions(
  session: Session | undefined,
  given: readonly Permission[] | undefined,
): Session | undefined {
  return session === undefined || given === undefined ? session : { ...session, permissions: given };
}
