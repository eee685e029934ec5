import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { Holder } from '../access-check/index.ts';
import type { VisitContinuation } from '../preview/index.ts';
import type { WopiAction } from '../platform/wopi/index.ts';

/** A file that was opened in the office service, by one person and for one action. */
export interface Grant {
  id: string;
  recordId: string;
  fileId: string;
  action: WopiAction;
  accountId: string | null;
  /** hash of the token with which the person opened the file */
  tokenHash: Buffer | null;
  /** true when this is the token of a session of the vault */
  isSession: boolean | null;
  visitId: string | null;
  expiresAt: Date;
}

const COLUMNS = sql`id, record_id, file_id, action, account_id, token_hash, is_session, visit_id, expires_at`;

/** Microsoft recommends tokens of ten hours. */
const LONGEST = sql`interval '10 hours'`;
/** The time in which a browser must open the page of a grant. */
const OPENS = sql`interval '5 minutes'`;

/** More than a person opens in ten hours; only a program that sends requests in a loop exceeds the limit. */
const MAX_GRANTS_PER_PERSON = 500;

/**
 * Records that a person opens a file, for ten hours. Beyond the maximum per person the oldest grants are deleted, first
 * those that no browser has opened. A grant can outlast its session or visit: each call checks these (`actorOf`), and
 * the next session or visit of the same person can continue the grant (USE-03).
 * @returns null when the session or the visit has ended
 */
export async function insertGrant(
  tx: Transaction<DB>,
  grant: { id: string; recordId: string; fileId: string; action: WopiAction; opener: Holder },
): Promise<Grant | null> {
  const { id, recordId, fileId, action, opener } = grant;
  await deleteSurplusGrants(tx, recordId, opener);
  const { rows } =
    'visitId' in opener
      ? await sql<Grant>`
          insert into office_grant (id, record_id, file_id, action, visit_id, expires_at, opens_until)
          select ${id}, ${recordId}, ${fileId}, ${action}, v.id, now() + ${LONGEST},
            now() + ${OPENS}
          from visit v
          where v.record_id = ${recordId} and v.id = ${opener.visitId} and v.expires_at > now() for key share of v
          returning ${COLUMNS}`.execute(tx)
      : await sql<Grant>`
          insert into office_grant (id, record_id, file_id, action, account_id, token_hash, is_session, expires_at,
            opens_until)
          select ${id}, ${recordId}, ${fileId}, ${action}, a.id, ${opener.tokenHash}, ${opener.isSession},
            now() + ${LONGEST}, now() + ${OPENS}
          from account a left join session s on s.token_hash = ${opener.tokenHash} and s.account_id = a.id
          where a.id = ${opener.accountId} and (s.expires_at > now() or not ${opener.isSession})
          for key share of a
          returning ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Deletes grants so that one more fits. Concurrent calls do not wait for each other: the next call deletes the rest.
 */
async function deleteSurplusGrants(tx: Transaction<DB>, recordId: string, opener: Holder): Promise<void> {
  const ofPerson =
    'visitId' in opener
      ? sql`record_id = ${recordId} and visit_id = ${opener.visitId}`
      : sql`account_id = ${opener.accountId}`;
  await sql`
    delete from office_grant where id in (
      select id from office_grant where id = any(array(
        select id from office_grant where ${ofPerson}
        order by browser_hash is null, created_at desc, id offset ${MAX_GRANTS_PER_PERSON - 1}
      )) for update skip locked
    )`.execute(tx);
}

/** Returns a grant that has not ended; null when there is none. */
export async function grantById(db: Kysely<DB>, id: string): Promise<Grant | null> {
  const { rows } = await sql<Grant>`
    select ${COLUMNS} from office_grant where id = ${id} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/**
 * Gives the page of a grant to the first browser that opens it in time.
 * @returns false when another browser has it, or the time is over
 */
export async function bindBrowser(db: Kysely<DB>, id: string, browserHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    update office_grant set browser_hash = ${browserHash}
    where id = ${id} and browser_hash is null and opens_until > now()
    returning 1`.execute(db);
  return rows.length > 0;
}

/** True when the page of a grant belongs to this browser. */
export async function isBrowserOf(db: Kysely<DB>, id: string, browserHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select 1 from office_grant where id = ${id} and browser_hash = ${browserHash}`.execute(db);
  return rows.length > 0;
}

/**
 * Returns when the present session or visit of a grant ends, at the latest when the grant ends. A session is assumed to
 * be used until then, because each save uses it (GUARD-32).
 */
export async function endOfAccess(db: Kysely<DB>, { id, expiresAt }: Grant): Promise<Date> {
  const { rows } = await sql<{ endsAt: Date }>`
    select least(g.expires_at, s.ends_at, v.expires_at) as ends_at
    from office_grant g left join session s on s.token_hash = g.token_hash
      left join visit v on v.record_id = g.record_id and v.id = g.visit_id
    where g.id = ${id}`.execute(db);
  return rows[0]?.endsAt ?? expiresAt;
}

/** The token to which grants of an account are moved. */
export interface NextToken {
  accountId: string;
  tokenHash: Buffer;
  isSession: boolean;
}

/**
 * Moves the grants of one token of an account to another token of the same account. The rows are locked in one order,
 * so that two callers do not deadlock; the second caller then finds no grants to move.
 * @returns the number of moved grants
 */
export async function moveGrants(db: Kysely<DB>, formerHash: Buffer, next: NextToken): Promise<number> {
  const { accountId, tokenHash, isSession } = next;
  return updateToken(
    db,
    next,
    sql`
    account_id = ${accountId} and token_hash = ${formerHash} and expires_at > now()
      and (token_hash, is_session) is distinct from (${tokenHash}, ${isSession})`,
  );
}

/** Moves all of an account's grants of issuer tokens to one of these tokens. */
export async function moveIssuerGrants(
  tx: Transaction<DB>,
  { accountId, tokenHash }: Omit<NextToken, 'isSession'>,
): Promise<void> {
  const next = { accountId, tokenHash, isSession: false };
  await updateToken(tx, next, sql`account_id = ${accountId} and not is_session`);
}

/** Moves the grants of a visit to another visit of the same recipient. */
export async function moveVisitGrants(
  db: Kysely<DB>,
  { recordId, formerId, visitId }: VisitContinuation,
): Promise<void> {
  await sql`
    update office_grant set visit_id = ${visitId}
    where record_id = ${recordId} and id in (
      select id from office_grant
      where record_id = ${recordId} and visit_id = ${formerId} and expires_at > now() order by id for update
    )`.execute(db);
}

async function updateToken(
  db: Kysely<DB>,
  { tokenHash, isSession }: NextToken,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update office_grant set token_hash = ${tokenHash}, is_session = ${isSession}
    where id in (select id from office_grant where ${which} order by id for update)`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes expired grants. */
export async function deleteExpiredGrants(db: Kysely<DB>): Promise<void> {
  await sql`delete from office_grant where expires_at <= now()`.execute(db);
}
