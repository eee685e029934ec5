import { Errors, mustHaveRecords, namedRecords, type OpenRecords } from '../http/index.ts';
import { identifyActor } from '../platform/actor/index.ts';
import type { WopiAction } from '../platform/wopi/index.ts';
import { currentRights } from '../session/index.ts';
import type { Grant } from './grants.queries.ts';
import type { OfficeDeps } from './deps.ts';
import { mayGetOriginal } from './original-bytes.ts';
import { Refusals } from './refusal.ts';

/** The person behind a call of an office service, with the current rights on the file. */
export interface Actor {
  /** stays the same for one person; only letters and digits */
  id: string;
  /** the author as versions show it; visitors have no id */
  by: { id: string | null; name: string };
  accountId: string | null;
  visitId: string | null;
  /** only the record of the file, for the checks of other areas */
  records: OpenRecords;
  may: Readonly<Record<'write' | 'rename' | 'remove' | 'create' | 'download', boolean>>;
}

/**
 * Returns the person behind a grant. Checked at each call, because session, permissions, visit and link can change.
 * @param action an action that the grant allows
 * @throws 401 when the session or visit has ended, 404 when the person has no access to the file
 */
export async function actorOf(deps: OfficeDeps, grant: Grant, action: WopiAction): Promise<Actor> {
  const grantForAction = { ...grant, action };
  return grant.visitId === null
    ? accountOf(deps, grantForAction)
    : visitorOf(deps, grantForAction, grant.visitId);
}

async function accountOf(
  deps: OfficeDeps,
  { accountId, tokenHash, isSession, recordId, action }: Grant,
): Promise<Actor> {
  if (accountId === null || tokenHash === null) throw Refusals.badToken();
  const token = { accountId, tokenHash, isSession: isSession === true };
  const rights = await currentRights(deps, token, recordId);
  if (rights === null) throw Refusals.badToken();
  const { id, name, email, abilities } = rights;
  identifyActor({ kind: 'person', id, name, email });
  if (!abilities.read) throw Errors.noAccess();
  await mustHaveRecords(rights, [recordId]);
  const isEditing = action === 'edit' && abilities.edit;
  return {
    id,
    by: { id, name },
    accountId: id,
    visitId: null,
    records: namedRecords([recordId]),
    may: {
      write: isEditing,
      rename: isEditing,
      remove: isEditing,
      create: isEditing && abilities.create,
      download: abilities.download,
    },
  };
}

async function visitorOf(
  { visits, wopi }: OfficeDeps,
  { fileId, recordId, action }: Grant,
  visitId: string,
): Promise<Actor> {
  const visitor = await visits.enter(visitId, fileId);
  if (visitor === null || visitor.recordId !== recordId) throw Refusals.badToken();
  if (!mayGetOriginal(wopi, visitor)) throw Errors.noAccess();
  return {
    id: visitor.personId,
    by: { id: null, name: visitor.name },
    accountId: null,
    visitId,
    records: namedRecords([recordId]),
    may: {
      write: action === 'edit' && visitor.allowEdit,
      // a link only shows existing files, under their names
      rename: false,
      remove: false,
      create: false,
      download: visitor.allowDownload,
    },
  };
}
