import { randomBytes } from 'node:crypto';
import type { AuditAction, AuditObjectKind, AuditOutcome } from '@vault/contract';
import type { Transaction } from 'kysely';
import { type Actor, type ActorContext, currentContext } from '../platform/actor/index.ts';
import { type Database, type DB, noteChange, noteChangeWithCommit } from '../platform/database/index.ts';
import { type Json, storableJson, storableText } from './json.ts';
import { hashOfPersonal } from './personal-hash.ts';
import { type EntryRow, insertEntries, insertEntriesWithCommit } from './record.queries.ts';

/** What an entry of the audit says. Who acted, and from where, is taken from the context of the running work. */
export interface AuditEvent {
  action: AuditAction;
  /** 'success' by default */
  outcome?: AuditOutcome;
  /** the record; by default the one of the visitor's link */
  recordId?: string;
  /** its name and path at this time */
  object?: { kind: AuditObjectKind; id: string; name?: string; path?: string };
  /** the link that is used or changed; by default the one of the visitor */
  linkId?: string;
  /** facts without secrets and without personal data, such as the error code of a refusal; small */
  details?: Record<string, Json>;
  /**
   * Facts about people, such as a typed e-mail address; redaction removes them. The name of an account belongs here,
   * not to the object.
   */
  personal?: Record<string, Json>;
  /** the context of the caller, for work that runs for several callers together */
  by?: ActorContext;
  /** the database's clock by default */
  at?: Date;
}

const SALT_BYTES = 16;
/** A user agent can have the size of all headers. */
const MAX_AGENT = 400;

/**
 * AUDIT-01, AUDIT-04: records entries in the transaction of the action, so that they exist when it commits and never
 * otherwise. One statement that reads nothing and is sent with the COMMIT: when it fails, the transaction fails.
 */
export async function recordAudit(
  tx: Transaction<DB>,
  events: AuditEvent | readonly AuditEvent[],
): Promise<void> {
  const rows = [events].flat().map(rowOf);
  if (rows.length === 0) return;
  insertEntriesWithCommit(tx, rows);
  noteChangeWithCommit(tx, peopleOf(rows));
}

/**
 * AUDIT-01: records actions that have no transaction, such as a refusal or a preview. It takes one statement instead of
 * three, because it needs no BEGIN and COMMIT. The entries are durable when this returns, all of them or none.
 * @throws the database's error
 */
export async function recordAuditAlone(
  database: Pick<Database, 'kysely'>,
  events: AuditEvent | readonly AuditEvent[],
): Promise<void> {
  const rows = [events].flat().map(rowOf);
  if (rows.length === 0) return;
  await insertEntries(database.kysely, rows);
  await noteChange(database.kysely, peopleOf(rows));
}

/** NODES-06: whose reads must have the entries, and what they are about. */
const peopleOf = (rows: readonly EntryRow[]): string[] =>
  rows.flatMap(({ personId }) => (personId === null ? [] : [personId]));

/** An event with the context of the running work, as it is stored. */
export function rowOf(event: AuditEvent): EntryRow {
  const { action, outcome = 'success', details = {}, at = null } = event;
  const context = event.by ?? currentContext();
  const { actor, requestId } = context;
  const visit = actor.kind === 'visitor' ? actor : null;
  const personal = storableJson({ ...personalOf(context), ...event.personal });
  const personalSalt = randomBytes(SALT_BYTES);
  return {
    at,
    action,
    outcome,
    recordId: event.recordId ?? visit?.recordId ?? null,
    actorKind: actor.kind,
    personId: actor.kind === 'person' ? actor.id : null,
    linkId: event.linkId ?? visit?.linkId ?? null,
    visitId: visit?.visitId ?? null,
    requestId,
    ...objectOf(event),
    details: JSON.stringify(storableJson(details)),
    personal: JSON.stringify(personal),
    personalSalt,
    personalHash: hashOfPersonal(personalSalt, personal),
  };
}

function objectOf({ object }: AuditEvent) {
  const textOf = (text: string | undefined) => (text === undefined ? null : storableText(text));
  return {
    objectKind: object?.kind ?? null,
    objectId: textOf(object?.id),
    objectName: textOf(object?.name),
    objectPath: textOf(object?.path),
  };
}

function personalOf({ actor, clientAddress, userAgent }: ActorContext): Record<string, Json> {
  return {
    ...namesOf(actor),
    ...(clientAddress !== null && { address: clientAddress }),
    ...(userAgent !== null && { agent: userAgent.slice(0, MAX_AGENT) }),
  };
}

/** The names of an actor; its ids have columns. */
function namesOf(actor: Actor): Record<string, Json> {
  switch (actor.kind) {
    case 'person': {
      return { name: actor.name, ...(actor.email !== null && { email: actor.email }) };
    }
    case 'visitor': {
      return actor.email === null ? {} : { email: actor.email };
    }
    case 'command': {
      return { name: actor.user };
    }
    default: {
      return {};
    }
  }
}
