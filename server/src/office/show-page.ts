import { extensionOf } from '@vault/contract';
import { HttpError } from '../http/index.ts';
import { hashToken, newSecretToken } from '../platform/tokens/index.ts';
import type { WopiAction } from '../platform/wopi/index.ts';
import { recordPreviewAlone } from '../preview/index.ts';
import { mustFindItem } from '../tree/index.ts';
import { actorOf } from './actor.ts';
import { officeFile } from './files.queries.ts';
import { bindBrowser, endOfAccess, type Grant, grantById, isBrowserOf } from './grants.queries.ts';
import { openedPage, type Page, errorPage } from './host-page.ts';
import type { OfficeDeps } from './deps.ts';
import { accessToken, readPageToken } from './tokens.ts';
import { wopiSource } from './windows.ts';

export interface PageRequest {
  token: string;
  /** the action in the address; an action beyond the grant is replaced by that of the grant */
  action: string;
  origin: string;
  /** the language of the browser, as in BCP 47 */
  language: string | null;
  /** returns the secret that the browser stores for the page; null when the browser sends none */
  browser: (grantId: string) => string | null;
}

export interface PageReply extends Page {
  status: number;
  /** a secret that the browser stores for this page, until `expiresAt` */
  cookie: { grantId: string; secret: string; expiresAt: Date } | null;
}

/**
 * Returns the page of an opened file. The page belongs to the first browser that opens it in time. Only this browser
 * can load it again; for other browsers the address is invalid.
 */
export async function showPage(deps: OfficeDeps, wanted: PageRequest): Promise<PageReply> {
  const grantId = readPageToken(deps, wanted.token);
  const grant = grantId === null ? null : await grantById(deps.database.kysely, grantId);
  if (grant === null) return errorReply(403, EXPIRED);
  const held = wanted.browser(grant.id);
  const isKnown = held !== null && (await isBrowserOf(deps.database.kysely, grant.id, hashToken(held)));
  const secret = isKnown ? null : newSecretToken();
  if (secret !== null && !(await bindBrowser(deps.database.kysely, grant.id, hashToken(secret)))) {
    return errorReply(403, EXPIRED);
  }
  const cookie = secret === null ? null : { grantId: grant.id, secret, expiresAt: grant.expiresAt };
  try {
    return { ...(await documentPage(deps, wanted, { grant, isFirst: !isKnown })), cookie };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.code !== 401) return { ...errorReply(404, GONE), cookie };
    return { ...errorReply(403, grant.visitId === null ? SESSION_ENDED : EXPIRED), cookie };
  }
}

const EXPIRED = {
  title: 'This window has expired',
  text: 'Please close it and open the document again.',
  canRetry: false,
};
/** USE-03: the vault's own page shows the sign-in form; this window has none. */
const SESSION_ENDED = {
  title: 'Your session has ended',
  text: 'Please sign in to the vault again and open the document there.',
  canRetry: false,
};
const GONE = {
  title: 'This document cannot be opened',
  text: 'It was deleted, or you may not open it any more.',
  canRetry: false,
};
const AWAY = {
  title: 'The office service does not answer',
  text: 'Your document is safe in the vault. Please try again in a moment.',
  canRetry: true,
};

const errorReply = (status: number, why: Parameters<typeof errorPage>[0]): PageReply => ({
  status,
  ...errorPage(why),
  cookie: null,
});

async function documentPage(
  deps: OfficeDeps,
  { action: asked, origin, language }: PageRequest,
  { grant, isFirst }: { grant: Grant; isFirst: boolean },
): Promise<PageReply> {
  const { database, wopi } = deps;
  const actor = await actorOf(deps, grant, grant.action);
  await mustFindItem(database.kysely, actor, { id: grant.fileId, kind: 'file' });
  const file = await officeFile(database.kysely, grant);
  if (file === null) return errorReply(404, GONE);
  // Checked first, because without the service the person would see an empty frame.
  if (!(await wopi.isReachable())) return errorReply(503, AWAY);
  const action: WopiAction = asked === 'view' || !actor.may.write ? 'view' : grant.action;
  const values = { wopiSource: wopiSource(origin, grant.fileId), language };
  const program = await wopi.pageOf(extensionOf(file.name), action, values);
  if (program === null) return errorReply(503, AWAY);
  if (isFirst) {
    const version = { recordId: file.recordId, fileId: file.id, versionId: file.versionId, name: file.name };
    const opening = { accessor: actor.by, at: deps.clock.now(), action: 'office.open' } as const;
    if (actor.visitId !== null) await deps.visits.recordView(actor.visitId, version);
    else await recordPreviewAlone(database, version, opening);
  }
  const page = openedPage({
    title: file.name,
    label: `${action === 'edit' ? 'Editor' : 'View'} of ${file.name}`,
    program,
    accessToken: accessToken(deps, grant, action),
    endsAt: await endOfAccess(database.kysely, grant),
  });
  return { status: 200, ...page, cookie: null };
}
