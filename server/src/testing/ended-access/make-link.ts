import { contract, type SharePayload } from '@vault/contract';
import { sql } from 'kysely';
import type { TestApp } from '../app.ts';
import type { Client } from '../client.ts';
import { ACME } from '../seeded-items.ts';

/** Makes a public link, a request for a payload with `path`. */
export async function makeLinkAs(client: Client, { database }: TestApp, payload: SharePayload) {
  const { shareLink, requestLink } = contract.sharing;
  const { accessUrl } = await client.data('path' in payload ? requestLink : shareLink, {
    params: { recordId: ACME },
    body: { accessType: 'Anyone', ...payload },
  });
  const { rows } = await sql<{ id: string }>`
    select id from link order by created_at desc, xmin::text::bigint desc limit 1`.execute(database.kysely);
  return { id: rows[0]?.id ?? '', token: accessUrl.split('/').at(-1) ?? '', expireDateTime: null };
}
