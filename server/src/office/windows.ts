import { extensionOf } from '@vault/contract';
import { Errors } from '../http/index.ts';
import { isForeignKeyViolation } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { type Holder, holderOf } from '../access-check/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import type { OfficeWindows, OpenedFile } from '../preview/index.ts';
import type { SessionWindows } from '../session/index.ts';
import { moveIssuerGrants, insertGrant, moveGrants, moveVisitGrants } from './grants.queries.ts';
import { pageAddress } from './host-page.ts';
import type { OfficeDeps } from './deps.ts';
import { mayGetOriginal } from './original-bytes.ts';

/** The address of a file for the office service. */
export const wopiSource = (origin: string, fileId: string): string => `${origin}/wopi/files/${fileId}`;

/** The windows in which files are opened in the office service. */
export function createWindows(deps: OfficeDeps): OfficeWindows & SessionWindows {
  return {
    endWith: (tx, { id, token }) => moveIssuerGrants(tx, { accountId: id, tokenHash: hashBearer(token) }),

    continueWith: ({ id, token }, formerToken) =>
      moveGrants(deps.database.kysely, hashBearer(formerToken), holderOf({ id, token })),

    continueVisit: moveVisitGrants,

    async addressOf({ file, action, opener, origin }: OpenedFile): Promise<string> {
      const { recordId, id: fileId, name } = file;
      const values = { wopiSource: wopiSource(origin, fileId), language: null };
      if ((await deps.wopi.pageOf(extensionOf(name), action, values)) === null) return '';
      if ('visitId' in opener && !mayGetOriginal(deps.wopi, opener)) return '';
      const who: Holder = 'visitId' in opener ? { visitId: opener.visitId } : holderOf(opener);
      const wanted = { id: newId('off'), recordId, fileId, action, opener: who };
      const inserted = deps.database.transaction((tx) => insertGrant(tx, wanted));
      const grant = await inserted.catch((error: unknown) => {
        // The file was deleted permanently after it was checked.
        throw isForeignKeyViolation(error) ? Errors.notFound() : error;
      });
      return grant === null ? '' : pageAddress(deps, { origin, grant, action });
    },
  };
}
