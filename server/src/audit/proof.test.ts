import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActorContext, runAs } from '../platform/actor/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createSealKey } from '../platform/seal-key/index.ts';
import { RECORDS } from '../testing/accounts.ts';
import { allChained } from '../testing/audit-entries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Json, proofLines, recordAudit, redactPerson, sealChains } from './index.ts';

const SCRIPT = join(import.meta.dirname, '../../../docs/verify-audit.mjs');
const run = promisify(execFile);

const sealKey = createSealKey(randomBytes(32));
const publicKey = sealKey.publicKey.toString('hex');
const asPerson = (id: string): ActorContext => ({
  actor: { kind: 'person', id, name: 'Ada "B" Größe', email: 'ada@example.test' },
  requestId: null,
  clientAddress: '192.0.2.1',
  userAgent: null,
});

let database: TestDatabase;
let folder: string;
let whole: string[];
let ofAcme: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-proof-'));
  database = await createTestDatabase();
  const deps = {
    database,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    sealKey,
    settings: { auditSealFile: null },
  };
  await record(5, 'usrAda000000000000');
  await allChained(database);
  await sealChains(deps);
  // more than one batch between two seals
  await record(1100, 'usrBen000000000000');
  await redactPerson({ database }, { accountId: 'usrAda000000000000', email: null });
  await allChained(database);
  await sealChains(deps);
  await record(4, 'usrBen000000000000');
  await allChained(database);
  whole = await exported({});
  ofAcme = await exported({ record: RECORDS.acme });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Records entries in two records and without one. */
async function record(count: number, personId: string): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => {
    const recordId = [RECORDS.acme, RECORDS.birch, undefined][n % 3];
    return {
      action: 'item.rename' as const,
      ...(recordId !== undefined && { recordId }),
      object: { kind: 'file' as const, id: 'filOne000000000000', name: `Größe "${n}".pdf`, path: 'Tax' },
      details: { n, '10': 1, '9': [true, null, { b: '\u2028', a: '' }] },
    };
  });
  await runAs(asPerson(personId), () => database.transaction((tx) => recordAudit(tx, events)));
}

async function exported(span: { record?: string; from?: string; to?: string }): Promise<string[]> {
  const lines = await Array.fromAsync(
    proofLines({ database, clock: systemClock }, { ...span, mustContinue: async () => undefined }),
  );
  return lines.join('').split('\n').slice(0, -1);
}

/** The output of the script; a refusal begins with the number of the line. */
async function verified(lines: readonly string[], ...keys: string[]): Promise<string> {
  const file = join(folder, `${randomBytes(6).toString('hex')}.jsonl`);
  await writeFile(file, lines.map((text) => `${text}\n`).join(''));
  return run(process.execPath, [SCRIPT, file, ...keys]).then(
    ({ stdout }) => stdout.trim(),
    (error: unknown) => (error as { stderr: string }).stderr.trim(),
  );
}

type Line = Record<string, Json>;
const changed = (lines: readonly string[], at: number, change: (line: Line) => Line) =>
  lines.map((text, n) => (n === at ? JSON.stringify(change(JSON.parse(text) as Line)) : text));
const lineOf = (lines: readonly string[], part: string) => lines.findIndex((text) => text.includes(part));

describe('AUDIT-05 the script that verifies an export', () => {
  it('AUDIT-05 has at most 50 lines and needs nothing but Node', async () => {
    const text = await readFile(SCRIPT, 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(50);
    const imported = [...text.matchAll(/from '(.*)'/g)].map(([, name]) => name);
    expect(imported).toEqual(['node:crypto', 'node:fs']);
  });

  it('AUDIT-05 proves an export of the vault, and says which entries no seal covers yet', async () => {
    expect(await verified(whole, publicKey)).toBe(
      `1110 entries match, 5 of them without personal data. 2 seals of the key ${publicKey} cover 1106 of them.`,
    );
  });

  it('AUDIT-05 proves an export of one record, which has no entry of another', async () => {
    expect(ofAcme.filter((text) => text.includes('"entry"') && !text.includes(RECORDS.acme))).toEqual([]);
    expect(await verified(ofAcme, publicKey)).toMatch(/^371 entries match.* cover 369 of them\.$/);
  });

  it('AUDIT-05 a period is proven from its first entry to the seal that covers its last', async () => {
    const { entry } = JSON.parse(whole[20] ?? '') as { entry: { at: string } };
    // Several entries can have the same millisecond.
    const isInPeriod = (text: string) => text.includes('"entry"') && text.includes(`"at":"${entry.at}"`);
    const first = whole.filter((text) => text.includes('"entry"')).findIndex(isInPeriod);
    const to = new Date(Date.parse(entry.at) + 1).toISOString();
    const lines = await exported({ from: entry.at, to });
    const covered = String(1106 - first);
    expect(await verified(lines, publicKey)).toMatch(
      new RegExp(`^${covered} entries match.* 1 seals .* cover ${covered} of them\\.$`),
    );
  });

  it('AUDIT-05 a period without entries is an export without entries', async () => {
    const lines = await exported({ to: '2020-01-01T00:00:00.000Z' });
    expect(await verified(lines)).toMatch(/^0 entries match/);
  });

  const entryOf = ({ entry }: Line) => entry as Line;
  const attacks: Record<string, [attack: () => string[], problem: RegExp]> = {
    'a changed name': [
      () => changed(whole, 3, (line) => ({ ...line, entry: { ...entryOf(line), objectName: 'other' } })),
      /^Line 4: the entry was changed/,
    ],
    'changed personal data': [
      () => changed(whole, 100, (line) => ({ ...line, personal: { name: 'Eve' } })),
      /^Line 101: the personal data was changed/,
    ],
    'invented personal data of a redacted entry': [
      () => changed(whole, 1, (line) => ({ ...line, personal: { name: 'Eve' } })),
      /^Line 2: the personal data was changed/,
    ],
    'a removed entry': [() => whole.toSpliced(50, 1), /^Line 51: entries are missing before it/],
    'a removed entry of a record': [
      () => ofAcme.toSpliced(50, 1),
      /^Line 51: it does not continue the chain/,
    ],
    'a removed seal': [() => whole.toSpliced(lineOf(whole, '"seal"'), 1), /the end is missing/],
    'a seal of another key': [
      () => {
        const other = createSealKey(randomBytes(32));
        return changed(whole, lineOf(whole, '"seal"'), ({ seal, ...line }) => ({
          ...line,
          seal: { ...(seal as Line), publicKey: other.publicKey.toString('hex') },
        }));
      },
      /^Line 7: the seal is not of the vault/,
    ],
    'a missing end': [() => whole.slice(0, -1), /the end is missing/],
    'removed entries at the end': [() => whole.toSpliced(-3, 2), /the end is missing/],
    'a line with the same key twice': [
      () => whole.with(3, (whole[3] ?? '').replace('{"seq"', '{"seq":1,"seq"')),
      /^Line 4: the line was changed/,
    ],
    'no export': [() => ['{}'], /^Line 1: the line was changed/],
    'an empty file': [() => [], /^Line 0: the end is missing/],
  };
  it.each(Object.entries(attacks))('AUDIT-05 finds %s', async (_, [attack, problem]) => {
    expect(await verified(attack(), publicKey)).toMatch(problem);
  });

  it('AUDIT-05 a key that is not the one of the vault is refused', async () => {
    expect(await verified(whole, 'f'.repeat(64))).toMatch(/^Line 7: the seal is not of the vault/);
  });
});
