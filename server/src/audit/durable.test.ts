import { contract } from '@vault/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PASSWORD, USERS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import type { Client } from '../testing/client.ts';
import { ACME, contentsOf, rowOf, setUpItems } from '../testing/seeded-items.ts';

let vault: TestApp;
let person: Client;
let externalId: string;
beforeAll(async () => {
  vault = await createTestApp();
  const seeded = await setUpItems(vault, [{ folder: 'A', name: 'one.txt', sizeBytes: 1 }]);
  externalId = (await rowOf(vault.database, seeded.id('A/one.txt'))).externalId;
  // A sign-in is recorded too.
  person = await vault.as('everything');
});
afterAll(() => vault.close());

/** A change in a transaction, an entry alone, and an entry without a session. */
const CALLS: Record<string, { action: string; call: () => Promise<{ code: number }> }> = {
  'a new folder': {
    action: 'folder.create',
    call: () =>
      person.call(contract.organise.createFolder, {
        params: { recordId: ACME },
        query: { name: 'New', path: 'A' },
      }),
  },
  'a preview': {
    action: 'file.preview',
    call: () => person.call(contract.preview.address, { params: { externalId } }),
  },
  'a refused sign-in': {
    action: 'session.sign-in',
    call: () =>
      vault.anonymous.call(contract.session.signIn, {
        body: { email: USERS.editor.email, password: `${PASSWORD}!` },
      }),
  },
};

const waiters = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where not granted and relation = 'audit_entry'::regclass`.execute(
    vault.database.kysely,
  );
  return rows[0]?.count ?? 0;
};

describe('AUDIT-04 a reply is sent only after its entry is durable', () => {
  it.each(Object.keys(CALLS))('AUDIT-04 without its entry %s fails and changes nothing', async (name) => {
    const { kysely } = vault.database;
    await sql`
      create function refuse_entry() returns trigger language plpgsql as $$ begin raise sqlstate '53100'; end $$`.execute(
      kysely,
    );
    await sql`create trigger refuse_entry before insert on audit_entry execute function refuse_entry()`.execute(
      kysely,
    );
    try {
      const before = await contentsOf(vault.database);
      expect((await CALLS[name]?.call())?.code).toBeGreaterThanOrEqual(500);
      expect(await contentsOf(vault.database)).toEqual(before);
    } finally {
      await sql`drop function refuse_entry cascade`.execute(kysely);
    }
  });

  it.each(Object.entries(CALLS))('AUDIT-04 the reply to %s waits for its entry', async (_, asked) => {
    const holder = await vault.database.pool.connect();
    await holder.query('begin');
    await holder.query('lock table audit_entry in share row exclusive mode');
    let isAnswered = false;
    const entries = await recordedBy(vault.database, async () => {
      const answer = asked.call().finally(() => {
        isAnswered = true;
      });
      try {
        await vi.waitUntil(async () => isAnswered || (await waiters()) > 0, { timeout: 30_000 });
        expect(isAnswered).toBe(false);
      } finally {
        await holder.query('commit');
        holder.release();
        await answer;
      }
    });
    expect(entries.map(({ action }) => action)).toEqual([asked.action]);
  });
});
