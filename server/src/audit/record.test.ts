import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActorContext, runAs } from '../platform/actor/index.ts';
import { RECORDS } from '../testing/accounts.ts';
import { recordedBy } from '../testing/audit-entries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { recordAudit, recordAuditAlone } from './index.ts';
import { canonicalJson, type Json } from './json.ts';
import { rowOf } from './record.ts';
import { insertEntries } from './record.queries.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ada = {
  kind: 'person',
  id: 'usrAda000000000000',
  name: 'Ada Byron',
  email: 'ada@example.test',
} as const;
const asAda: ActorContext = {
  actor: ada,
  requestId: 'a3b7c1d0-0000-4000-8000-000000000001',
  clientAddress: '192.0.2.1',
  userAgent: 'Browser/1.0',
};
const inAcme = { recordId: RECORDS.acme } as const;

describe('AUDIT-01 an entry', () => {
  it('AUDIT-01 an entry has actor, client, request, object, path, outcome and time', async () => {
    const before = Date.now();
    const [entry] = await recordedBy(database, () =>
      runAs(asAda, () =>
        database.transaction((tx) =>
          recordAudit(tx, {
            ...inAcme,
            action: 'item.rename',
            object: { kind: 'file', id: 'filReport000000000', name: 'Report.pdf', path: 'Tax/2025' },
            details: { formerName: 'Draft.pdf' },
          }),
        ),
      ),
    );
    expect(entry).toMatchObject({
      action: 'item.rename',
      outcome: 'success',
      recordId: RECORDS.acme,
      actorKind: 'person',
      personId: ada.id,
      linkId: null,
      visitId: null,
      requestId: asAda.requestId,
      objectKind: 'file',
      objectId: 'filReport000000000',
      objectName: 'Report.pdf',
      objectPath: 'Tax/2025',
      details: { formerName: 'Draft.pdf' },
      personal: { name: ada.name, email: ada.email, address: '192.0.2.1', agent: 'Browser/1.0' },
    });
    expect(Math.abs((entry?.at.getTime() ?? 0) - before)).toBeLessThan(60_000);
  });

  it("AUDIT-01 an entry of a visitor has the visit, its link and the link's record", async () => {
    const visitor = {
      kind: 'visitor',
      visitId: 'visOne000000000000',
      linkId: 'lnkOne000000000000',
      recordId: RECORDS.birch,
      email: 'client@example.test',
    } as const;
    const [entry] = await recordedBy(database, () =>
      runAs({ ...asAda, actor: visitor }, () => recordAuditAlone(database, { action: 'file.preview' })),
    );
    expect(entry).toMatchObject({
      actorKind: 'visitor',
      personId: null,
      visitId: visitor.visitId,
      linkId: visitor.linkId,
      recordId: RECORDS.birch,
      personal: { email: visitor.email },
    });
  });

  it('AUDIT-01 work for several callers together records each of them', async () => {
    const events = ['one', 'two'].map((user) => ({
      action: 'setting.change' as const,
      by: { ...asAda, actor: { kind: 'command' as const, user } },
    }));
    const entries = await recordedBy(database, () =>
      runAs(asAda, () => database.transaction((tx) => recordAudit(tx, events))),
    );
    expect(entries.map(({ actorKind, personal }) => [actorKind, personal?.['name']])).toEqual([
      ['command', 'one'],
      ['command', 'two'],
    ]);
  });

  it('AUDIT-01 texts that PostgreSQL cannot store are recorded without what it refuses', async () => {
    const odd = 'a\0b\uD800c';
    const [entry] = await recordedBy(database, () =>
      runAs({ ...asAda, userAgent: odd.repeat(1000) }, () =>
        recordAuditAlone(database, {
          action: 'item.trash',
          object: { kind: 'file', id: odd, name: odd, path: odd },
          details: { [odd]: [odd] },
        }),
      ),
    );
    const stored = 'a\uFFFDb\uFFFDc';
    expect(entry).toMatchObject({ objectId: stored, objectName: stored, details: { [stored]: [stored] } });
    expect(String(entry?.personal?.['agent']).length).toBe(400);
  });

  it('AUDIT-01 the middle of a path of more than 4,000 characters is left out', async () => {
    const path = `${'a'.repeat(10_000)}z`;
    const [entry] = await recordedBy(database, () =>
      recordAuditAlone(database, {
        ...inAcme,
        action: 'item.move',
        object: { kind: 'folder', id: 'fldDeep00000000000', name: 'deep', path },
        details: { from: path },
      }),
    );
    const short = `${'a'.repeat(2000)}…${'a'.repeat(1999)}z`;
    expect(entry).toMatchObject({ objectPath: short, details: { from: short } });
  });

  it('AUDIT-04 an entry exists exactly when its transaction commits', async () => {
    const entries = await recordedBy(database, async () => {
      const work = database.transaction(async (tx) => {
        await recordAudit(tx, { action: 'item.trash' });
        throw new Error('undone');
      });
      await expect(work).rejects.toThrow('undone');
    });
    expect(entries).toEqual([]);
  });
});

describe('AUDIT-02 the database refuses changes', () => {
  const oneEntry = async () => {
    const [entry] = await recordedBy(database, () =>
      runAs(asAda, () => recordAuditAlone(database, { action: 'item.trash' })),
    );
    return entry?.id ?? 0;
  };
  const run = (statement: string) => sql.raw(statement).execute(database.kysely);

  it.each([
    ["update audit_entry set action = 'item.move'"],
    ['update audit_entry set personal = null, personal_salt = null, redacted_by = id'],
    ['delete from audit_entry'],
    ['truncate audit_entry'],
    ['truncate audit_chain'],
    ['truncate audit_seal'],
  ])('AUDIT-02 %s is refused', async (statement) => {
    await oneEntry();
    await expect(run(statement)).rejects.toThrow('the audit is append-only');
  });

  it('AUDIT-02 a redaction needs an entry of its transaction that lists the redacted entry', async () => {
    const [listed, other] = [await oneEntry(), await oneEntry()];
    const redaction = rowOf({ action: 'audit.redact', details: { entries: [listed] } });
    const redact = (entryId: number) =>
      database.transaction(async (tx) => {
        const [redactionId] = await insertEntries(tx, [redaction]);
        await sql`
          update audit_entry set personal = null, personal_salt = null, redacted_by = ${redactionId}
          where id = ${entryId}`.execute(tx);
      });
    await expect(redact(other)).rejects.toThrow('the audit is append-only');
    await redact(listed);
    const { rows } = await sql<{ personal: unknown; action: string }>`
      select personal, action from audit_entry where id = ${listed}`.execute(database.kysely);
    expect(rows).toEqual([{ personal: null, action: 'item.trash' }]);
  });

  it('AUDIT-02 the chain has the hash of the personal data, not the data', async () => {
    const id = await oneEntry();
    const { rows } = await sql<{ personal: Json; salt: Buffer; hash: Buffer }>`
      select personal, personal_salt as salt, personal_hash as hash from audit_entry
      where id = ${id}`.execute(database.kysely);
    const [{ personal, salt, hash } = { personal: null, salt: Buffer.of(), hash: Buffer.of() }] = rows;
    const text = canonicalJson(personal);
    expect(text).toBe(
      '{"address":"192.0.2.1","agent":"Browser/1.0","email":"ada@example.test","name":"Ada Byron"}',
    );
    expect(hash).toEqual(createHash('sha256').update(salt).update(text).digest());
  });
});
