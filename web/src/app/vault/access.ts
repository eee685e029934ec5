import { abilitiesOf, type Abilities, type Permission, type SessionState } from '@vault/contract';
import type { RecordName } from '../../session/index.ts';

export type VaultAccess =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'noAccess'; ownRecordId: string | null }
  | { state: 'open'; record: RecordName; abilities: Abilities };

/** The fields of the session that decide the access. */
type Session = Pick<SessionState, 'userInfo'> & { permissions: readonly Permission[] };

interface VaultAccessInput {
  /** undefined while it loads */
  session: Session | undefined;
  /** the record to open (SHELL-12); null when the person cannot open it, undefined while it loads */
  record: RecordName | null | undefined;
  failed: boolean;
}

/**
 * Decides what the page shows. Until permissions AND record are known it is only a loader, so that the no-access page
 * never flashes (SHELL-08, T-78). Then it is the record, or the no-access page: without the permission `read`, or for a
 * record without access.
 */
export function vaultAccessOf({ session, record, failed }: VaultAccessInput): VaultAccess {
  if (failed) return { state: 'failed' };
  if (session === undefined || record === undefined) return { state: 'loading' };
  const abilities = abilitiesOf(session.permissions);
  if (!abilities.read) return { state: 'noAccess', ownRecordId: null };
  const ownRecordId = session.userInfo.profile.sfid;
  return record === null ? { state: 'noAccess', ownRecordId } : { state: 'open', record, abilities };
}

/** PERM-18: replaces the permissions that the screens use by those of the portal, if given. The server ignores them. */
export function withPermissions(
  session: Session | undefined,
  given: readonly Permission[] | undefined,
): Session | undefined {
  return session === undefined || given === undefined ? session : { ...session, permissions: given };
}

/** DESK-01: whether a person has any section of the administration. */
export function mayAdminister(session: Session | undefined): boolean {
  if (session === undefined) return false;
  const { admin, audit } = abilitiesOf(session.permissions);
  return admin || audit;
}
