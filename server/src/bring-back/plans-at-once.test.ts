import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RECORDS } from '../testing/accounts.ts';
import type { TestApp } from '../testing/app.ts';
import type { Client } from '../testing/client.ts';
import { PastFolders } from '../testing/past-folders.ts';

// Uses real HTTP and PostgreSQL.

const { bringBack } = contract;
const params = { recordId: RECORDS.acme };

let past: PastFolders;
let vault: TestApp;
beforeAll(async () => {
  past = await PastFolders.start();
  ({ vault } = past);
});
afterAll(() => vault.close());

it('GUARD-41 two plans are made at a time, by turns; many of one person refuse none of another', async () => {
  const path = await past.filledFolder();
  const body = { path, at: (await past.moment()).toISOString(), mode: 'beside' as const };
  const [ada, eve] = [await vault.as('everything'), await vault.as('editor')];
  const codes: number[] = [];
  const plan = async (client: Client) => {
    const { code } = await client.call(bringBack.plan, { params, body });
    codes.push(code);
    return code;
  };
  const started = await vault.database.transaction(async (tx) => {
    await sql`lock table item_past in access exclusive mode`.execute(tx);
    // Two are made, and wait for the table; 32 wait for them.
    const many = Array.from({ length: 35 }, () => plan(ada));
    await expect.poll(() => codes).toEqual([429]);
    const other = plan(eve);
    await expect.poll(() => codes).toEqual([429, 429]);
    return { many, other };
  });
  expect(await started.other).toBe(200);
  expect((await Promise.all(started.many)).filter((code) => code === 200)).toHaveLength(33);
});
