import type { LinkResult, LinkType } from '@vault/contract';
import { recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import type { Caller } from '../http/index.ts';
import { isPublicRequest, insertLink, linkAddress, type NewLink, newLinkEvent } from '../links/index.ts';
import { type Brand, languagesOf, queueMailsOf, type QuotaDeps } from '../mail/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';
import { hashToken, newSecretToken, type Sealer } from '../platform/tokens/index.ts';
import { lockAndRead } from '../tree/index.ts';
import { mailsOf } from './mails.ts';
import { checkOptions, mustHaveAccessType, type SharePayload } from './options.ts';
import { resolveTargets, type Targets } from './targets.ts';

export interface CreateDeps extends QuotaDeps {
  database: Database;
  clock: Clock;
  sealer: Sealer;
  settings: { brand: Brand } & QuotaDeps['settings'];
}

export interface WantedLink {
  recordId: string;
  kind: LinkType;
  byMail: boolean;
  payload: SharePayload;
  caller: Pick<Caller, 'id' | 'name' | 'email' | 'abilities'>;
  /** origin of the links, such as 'https://vault.example.com' */
  webBase: string;
}

/** Delay of the job that sends the mails which the first attempt did not send. */
const JOB_BEGINS_MS = 30_000;

/** A new link with its queued mails. */
export interface CreatedLink extends LinkResult {
  id: string;
  /** mails to the recipients, without the copy for the sharer */
  mailIds: string[];
  /** the copy for the sharer; sent after the recipients' mails */
  copyIds: string[];
}

/**
 * C24 … C27: creates a link and its mails in one transaction (contract 5.5 defines the refusals and their order). The
 * record is locked, so that the shared items cannot be trashed at the same time.
 * @throws also 429 when the account has sent too many mails (GUARD-23); nothing is made then
 */
export async function createLink(deps: CreateDeps, wanted: WantedLink): Promise<CreatedLink> {
  const { recordId, kind, byMail, payload, caller } = wanted;
  const now = deps.clock.now();
  mustHaveAccessType(payload.accessType, byMail);
  return deps.database.transaction(async (tx) => {
    const targets = await lockAndRead(tx, recordId, () => resolveTargets(tx, { ...payload, recordId, kind }));
    const options = checkOptions(payload, { now, kind, byMail, caller });
    const token = newSecretToken();
    const link = linkOf(deps, { wanted, targets, options, token, now });
    await insertLink(tx, link);
    announce(tx, { recordId, type: 'links' });
    await recordAudit(tx, newLinkEvent(link));
    const accessUrl = linkAddress(wanted.webBase, kind, token);
    const languages = await languagesOf(tx, byMail ? [...link.recipients, caller.email] : []);
    const { brand } = deps.settings;
    const mails = byMail ? mailsOf(link, { ...wanted, accessUrl, brand, languages }) : [];
    // The caller makes the first attempt immediately, so the job starts later.
    const runAt = new Date(now.getTime() + JOB_BEGINS_MS);
    const outgoing = mails.map(({ mail }) => mail);
    const ids = await queueMailsOf(deps, tx, { accountId: caller.id, mails: outgoing, at: now, runAt });
    const mailIds = ids.filter((_, n) => mails[n]?.isCopy === false);
    const copyIds = ids.filter((_, n) => mails[n]?.isCopy === true);
    return { id: link.id, name: link.name, accessUrl, mailIds, copyIds };
  });
}

interface Making {
  wanted: WantedLink;
  targets: Targets;
  options: ReturnType<typeof checkOptions>;
  token: string;
  now: Date;
}

function linkOf({ sealer }: CreateDeps, { wanted, targets, options, token, now }: Making): NewLink {
  const { recordId, kind, byMail, payload, caller } = wanted;
  const isShare = kind === 'SHARE';
  return {
    recordId,
    id: newId('lnk'),
    kind,
    tokenHash: hashToken(token),
    tokenSealed: sealer.seal(token),
    isPublic: !byMail,
    passwordSealed: options.password === null ? null : sealer.seal(options.password),
    expiresAt: options.expiresAt,
    // A request never allows downloads or edits (C26).
    allowDownload: isShare && payload.allowDownload,
    allowEdit: isShare && payload.edit,
    notify: payload.notify,
    addName: payload.addName,
    askGiver: isPublicRequest({ kind, isPublic: !byMail }) && payload.askGiver === true,
    message: options.message,
    folderId: targets.parent.id,
    name: targets.items.map(({ name }) => name).join(', '),
    location: targets.parent.path,
    createdAt: now,
    createdById: caller.id,
    createdBy: caller.name,
    items: targets.items,
    recipients: options.recipients,
  };
}
