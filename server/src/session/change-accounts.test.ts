import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '@vault/contract';
import { USERS } from '../testing/accounts.ts';
import { P1 } from '../testing/answers.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { signIn } from '../testing/client.ts';
import { loadTestAccounts } from '../testing/load-test-accounts.ts';
import { changeAccounts, grant, LastAdministratorError, revoke } from './index.ts';

const { administrator, reader } = USERS;
const rights = (words: readonly 'admin'[]) => ({ words, records: [], newRecords: [] });

let vault: TestApp;
beforeAll(async () => {
  vault = await createTestApp();
});
afterAll(() => vault.close());
beforeEach(async () => {
  await sql`
    update account set disabled_at = null, removed_at = null, password_hash = coalesce(password_hash, loaded_hash)`.execute(
    vault.database.kysely,
  );
  await loadTestAccounts(vault.deps);
});

async function setDisabled(id: string, db = vault.database.kysely) {
  await sql`update account set disabled_at = now() where id = ${id}`.execute(db);
}

/** The number of transactions that wait for the lock of accounts. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    vault.database.kysely,
  );
  return rows[0]?.waiting ?? 0;
}

describe('GUARD-31 the last administrator', () => {
  it('the last administrator cannot lose the right, and nothing of the change remains', async () => {
    await expect(revoke(vault.deps, administrator.sfid, rights(['admin']))).rejects.toThrow(
      LastAdministratorError,
    );
    const client = await signIn(vault.origin, 'administrator');
    const { permissions } = await client.data(contract.session.me);
    expect(permissions).toEqual(administrator.permissions);
  });

  it('an administrator who is disabled or has no way to sign in does not count', async () => {
    await grant(vault.deps, reader.sfid, rights(['admin']));
    await setDisabled(reader.sfid);
    await expect(revoke(vault.deps, administrator.sfid, rights(['admin']))).rejects.toThrow(
      LastAdministratorError,
    );
    await sql`update account set disabled_at = null, password_hash = null where id = ${reader.sfid}`.execute(
      vault.database.kysely,
    );
    await expect(revoke(vault.deps, administrator.sfid, rights(['admin']))).rejects.toThrow(
      LastAdministratorError,
    );
  });

  it('of two administrators who disable each other at the same moment one remains', async () => {
    await grant(vault.deps, reader.sfid, rights(['admin']));
    let carryOn = () => {};
    const mayEnd = new Promise<void>((resolve) => {
      carryOn = resolve;
    });
    const first = changeAccounts(vault.database, async (tx) => {
      await setDisabled(reader.sfid, tx);
      await mayEnd;
    });
    const second = changeAccounts(vault.database, (tx) => setDisabled(administrator.sfid, tx));
    const ends = Promise.allSettled([first, second]);
    await expect.poll(waiting).toBe(1);
    carryOn();
    expect(await ends).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: expect.any(LastAdministratorError) },
    ]);
  });
});

describe('GUARD-31 an account that is not active', () => {
  it.each(['disabled_at', 'removed_at'])(
    '%s: sign-in gets P2, and a session of it works no more',
    async (column) => {
      const client = await signIn(vault.origin, 'reader');
      await sql`update account set ${sql.ref(column)} = now() where id = ${reader.sfid}`.execute(
        vault.database.kysely,
      );
      expect(await client.call(contract.session.me)).toEqual(P1);
      const body = { email: reader.email, password: reader.password };
      expect(await vault.anonymous.call(contract.session.signIn, { body })).toMatchObject({
        code: 401,
        errorCode: 'WRONG_CREDENTIALS',
      });
    },
  );

  it('the accounts file does not bring a removed person back', async () => {
    await sql`
      update account set removed_at = now(), name = 'Former Name', password_hash = null where id = ${reader.sfid}`.execute(
      vault.database.kysely,
    );
    await loadTestAccounts(vault.deps);
    const { rows } = await sql`
      select name, password_hash, is_active from account where id = ${reader.sfid}`.execute(
      vault.database.kysely,
    );
    expect(rows).toEqual([{ name: 'Former Name', passwordHash: null, isActive: false }]);
  });
});
