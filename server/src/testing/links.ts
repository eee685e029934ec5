import { type CallData, contract, type SharePayload } from '@vault/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestUser } from './accounts.ts';
import type { TestApp } from './app.ts';
import type { Answer } from './client.ts';
import { ACME } from './seeded-items.ts';

const { shareLink, shareByEmail, requestLink, requestByEmail } = contract.sharing;

/** The four calls that make links, by name. */
export const MAKING = { shareLink, shareByEmail, requestLink, requestByEmail };

export interface Making {
  call?: keyof typeof MAKING;
  user?: TestUser;
  recordId?: string;
}

/** Makes a link as the screens do, with the access type of the call unless another one is given. */
export async function make(
  vault: TestApp,
  payload: SharePayload,
  { call = 'shareLink', user = 'everything', recordId = ACME }: Making = {},
): Promise<Answer<CallData<typeof shareLink>>> {
  const accessType = call.endsWith('ByEmail') ? 'SpecificRecipients' : 'Anyone';
  const client = await vault.as(user);
  return client.call(MAKING[call], { params: { recordId }, body: { accessType, ...payload } });
}

/** A link with its id in the database. */
export interface StoredLink {
  id: string;
  token: string;
  accessUrl: string;
}

/** Makes a link; fails when it is refused. */
export async function makeLink(
  vault: TestApp,
  payload: SharePayload,
  making: Making = {},
): Promise<StoredLink> {
  const answer = await make(vault, payload, making);
  expect(answer).toMatchObject({ code: 200 });
  const { accessUrl } = answer.data;
  const { rows } = await sql<{
    id: string;
  }>`select id from link order by created_at desc, xmin::text::bigint desc limit 1`.execute(
    vault.database.kysely,
  );
  return { id: rows[0]?.id ?? '', token: accessUrl.split('/').at(-1) ?? '', accessUrl };
}

/** Deletes all links, mails and jobs. */
export async function clearLinks({ database }: Pick<TestApp, 'database'>): Promise<void> {
  await database.pool.query(
    'truncate link, link_item, link_recipient, visit, visit_action, link_code, mail cascade; truncate graphile_worker._private_jobs',
  );
}

export interface LinkColumns {
  id: string;
  kind: string;
  isPublic: boolean;
  expiresAt: Date | null;
  allowDownload: boolean;
  allowEdit: boolean;
  notify: boolean;
  addName: boolean;
  message: string;
  name: string;
  passwordSealed: Buffer | null;
  deletedAt: Date | null;
  deletedBy: string | null;
}

/** All links of all records, the oldest first. */
export async function linkRows({ database }: Pick<TestApp, 'database'>): Promise<LinkColumns[]> {
  const { rows } = await sql<LinkColumns>`select * from link order by created_at, id`.execute(
    database.kysely,
  );
  return rows;
}

/** All rows of a table as text. */
export async function textOf(
  { database }: Pick<TestApp, 'database'>,
  table: 'link' | 'mail' | 'visit',
): Promise<string> {
  const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(table)} t`.execute(
    database.kysely,
  );
  return rows.map(({ line }) => line).join('\n');
}

/** The id that the share calls use for a file. */
export async function externalIdOf({ database }: Pick<TestApp, 'database'>, id: string): Promise<string> {
  const { rows } = await sql<{ externalId: string }>`select external_id from item where id = ${id}`.execute(
    database.kysely,
  );
  return rows[0]?.externalId ?? '';
}
