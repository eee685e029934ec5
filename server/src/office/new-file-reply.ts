import type { Holder } from '../access-check/index.ts';
import { newId } from '../platform/ids.ts';
import type { WopiCall } from './call.ts';
import { type Grant, insertGrant } from './grants.queries.ts';
import { pageAddress } from './host-page.ts';
import type { OfficeDeps } from './deps.ts';
import type { Written } from './put-relative-file.ts';
import { Refusals } from './refusal.ts';
import { accessToken } from './tokens.ts';
import { wopiSource } from './windows.ts';

/** Returns the reply of PutRelativeFile: the new file with a new token, for the same person and the same action. */
export async function newFileReply(
  deps: OfficeDeps,
  { origin, grant: source, action }: WopiCall,
  { fileId, name }: Written,
): Promise<object> {
  const { recordId } = source;
  const wanted = { id: newId('off'), recordId, fileId, action, opener: openerOf(source) };
  const grant = await deps.database.transaction((tx) => insertGrant(tx, wanted));
  if (grant === null) throw Refusals.badToken();
  const token = accessToken(deps, grant, action);
  return {
    Name: name,
    Url: `${wopiSource(origin, fileId)}?access_token=${token}`,
    HostViewUrl: pageAddress(deps, { origin, grant, action: 'view' }),
    HostEditUrl: pageAddress(deps, { origin, grant, action: 'edit' }),
  };
}

function openerOf({ accountId, tokenHash, isSession, visitId }: Grant): Holder {
  if (accountId !== null && tokenHash !== null) {
    return { accountId, tokenHash, isSession: isSession === true };
  }
  if (visitId !== null) return { visitId };
  throw new Error('The grant has neither an account nor a visit');
}
