import { clientIdSchema, EVENT_TYPES, idSchema } from '@vault/contract';
import * as z from 'zod';
import type { Change } from './change.ts';

/** PostgreSQL refuses a NOTIFY of 8,000 bytes or more. */
const MAX_MESSAGE_BYTES = 7_800;

const messageSchema = z.array(
  z.tuple([idSchema, z.enum(EVENT_TYPES), idSchema.nullable(), clientIdSchema.nullable()]),
);

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
