import { clientIdSchema, EVENT_TYPES, idSchema } from '@vault/contract';
import * as z from 'zod';
import type { Change } from './change.ts';

/** PostgreSQL refuses a NOTIFY of 8,000 bytes or more. */
const MAX_MESSAGE_BYTES = 7_800;

const messageSchema = z.array(
  z.tuple([idSchema, z.enum(EVENT_TYPES), idSchema.nullable(), clientIdSchema.nullable()]),
);

/** The session whose access may have ended: all sessions of an account, or one token of the issuer (GUARD-30). */
export interface EndedAccess {
  accountId?: string | undefined;
  /** in hexadecimal */
  tokenHash?: string | undefined;
}

const endedSchema = z.union([
  z.strictObject({ accountId: idSchema }),
  z.strictObject({ tokenHash: z.hex() }),
]);

/** Decodes a message of the triggers of migration 0025. @returns null for another text */
export function endedAccessOf(text: string): EndedAccess | null {
  // changes are lists
  if (!text.startsWith('{')) return null;
  try {
    return endedSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Encodes changes as texts that each fit into a NOTIFY. All of them are ASCII. */
export function messagesOf(changes: readonly Change[]): string[] {
  const messages: string[] = [];
  let parts: string[] = [];
  let bytes = 0;
  const end = () => {
    if (parts.length > 0) messages.push(`[${parts.join(',')}]`);
    parts = [];
    bytes = 2;
  };
  end();
  for (const { recordId, type, folderId, clientId } of changes) {
    const part = JSON.stringify([recordId, type, folderId, clientId]);
    if (bytes + part.length + 1 > MAX_MESSAGE_BYTES) end();
    parts.push(part);
    bytes += part.length + 1;
  }
  end();
  return messages;
}

/** @returns null for an unknown text, such as one of another release */
export function changesOf(message: string): Change[] | null {
  try {
    const rows = messageSchema.parse(JSON.parse(message));
    return rows.map(([recordId, type, folderId, clientId]) => ({ recordId, type, folderId, clientId }));
  } catch {
    return null;
  }
}
