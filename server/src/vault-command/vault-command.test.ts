import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runVault } from '../run-vault.ts';
import { RECORDS } from '../testing/accounts.ts';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { damage, DAMAGES, fileOf } from '../testing/damage.ts';
import { fillVault } from '../testing/real-files.ts';
import { runInProcess, runProgram } from '../testing/run-command.ts';
import { ACME } from '../testing/seeded-items.ts';
import { UsageError } from '../user-command/index.ts';
import { readVaultCommand } from './index.ts';
import type { StatusReport } from './status-report.ts';

// Uses the real command beside the running server; only the first and the last run are separate processes.

const MAIN = join(import.meta.dirname, '../vault.ts');
const NOTHING_LISTENS = '127.0.0.1:1';

let vault: TestApp;
/** working directory of the processes: without a .env file and without a data folder */
let folder: string;
beforeAll(async () => {
  vault = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'vault-command-'));
});
afterEach(async () => {
  await vault.database.pool.query('truncate mail, failed_job; truncate graphile_worker._private_jobs');
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true, force: true });
});

const argsOf = (line: string) => line.split(' ').filter((word) => word !== '');
const run = (line: string, settings: Record<string, string> = {}) => {
  const env = { DATABASE_URL: vault.database.url, DATA_DIR: join(folder, 'data'), ...settings };
  return runInProcess(runVault, { args: argsOf(line), env });
};
/** Runs the command in a separate process, as an administrator does. */
const start = (line: string) =>
  runProgram(MAIN, { args: argsOf(line), env: { DATABASE_URL: vault.database.url }, folder });

/** Creates jobs without attempts left. @returns their ids */
async function failJobs(count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select (graphile_worker.add_job('send-mail', '{"id":"x"}')).id from generate_series(1, ${count})`.execute(
    vault.database.kysely,
  );
  await sql`update graphile_worker._private_jobs set attempts = max_attempts,
    last_error = 'not sent yet: 550 <bob@example.test> unknown'`.execute(vault.database.kysely);
  return rows.map(({ id }) => id);
}
const attempts = async () => {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from graphile_worker.jobs order by id`.execute(vault.database.kysely);
  return rows.map((row) => row.attempts);
};
const insertMail = () =>
  sql`insert into mail (id, recipients, subject, state, unconfirmed, created_at, expires_at)
    values ('mai000000000000001', '{bob@example.test}', 'secret plan', 'waiting',
      '{bob@example.test}', '2026-11-20T10:12:00Z', now())`.execute(vault.database.kysely);

describe('npm run vault', () => {
  it('SAFE-29 status lists locations and answering dependencies, and nothing to do', async () => {
    const { output, errors, code } = await start('status');
    expect({ errors, code }).toEqual({ errors: '', code: 0 });
    expect(output).toContain(`data      ${join(folder, 'data')} (DATA_DIR)`);
    expect(output).toMatch(/^database {2}\S+ \(DATABASE_URL\): answers$/m);
    expect(output).toMatch(/^scanner {3}the embedded engine: answers$/m);
    expect(output).toContain('No failed jobs.');
    expect(output).toContain('Mails: 0 failed, 0 unconfirmed, 0 waiting.');
    expect(output).not.toMatch(/password|postgres:\/\//);
  });

  it('SAFE-29 status lists failed jobs and mails without addresses and contents', async () => {
    const [id] = await failJobs(1);
    await insertMail();
    const { output, code } = await run('status');
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`^${id} +send-mail +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC +25 +not sent yet`, 'm'),
    );
    expect(output).toContain(
      'Mails: 0 failed, 1 unconfirmed, 1 waiting, the oldest since 2026-11-20 10:12 UTC.',
    );
    expect(output).toMatch(/^mai0{14}1 +waiting, unconfirmed +2026-11-20 10:12 UTC +0 +1 at example\.test/m);
    expect(output).not.toMatch(/bob|secret/);
  });

  it('SAFE-29 status --json returns the same as JSON', async () => {
    const [id] = await failJobs(1);
    await insertMail();
    const { output, code } = await run('status --json');
    const report = JSON.parse(output) as StatusReport;
    expect(code).toBe(1);
    expect(Object.keys(report)).toEqual(['places', 'problems', 'storage', 'status']);
    expect(report).toMatchObject({
      places: { dataDir: `${join(folder, 'data')} (DATA_DIR)` },
      problems: { database: null, scanner: null, storage: null },
      storage: null,
      status: {
        failedJobs: [{ id, name: 'send-mail', reason: 'not sent yet: 550 <…@example.test> unknown' }],
        mailCounts: { waiting: 1, unconfirmed: 1, failed: 0, oldestWaitingAt: '2026-11-20T10:12:00.000Z' },
        mails: [{ state: 'waiting', isUnconfirmed: true, domains: ['example.test'] }],
      },
    });
    expect(output).not.toMatch(/bob|secret/);
  });

  it('GUARD-24 status shows the free space, and fails when uploads are refused for it', async () => {
    const dataDir = join(folder, 'filled');
    await mkdir(join(dataDir, 'blobs'), { recursive: true });
    const enough = await run('status', { DATA_DIR: dataDir, MIN_FREE_BYTES: '1', MIN_FREE_PERCENT: '0' });
    expect(enough.output).toMatch(/^storage {3}[\d.]+ \wB of [\d.]+ \wB are free: uploads are accepted$/m);
    expect(enough.code).toBe(0);
    const minimum = String(Number.MAX_SAFE_INTEGER);
    const low = await run('status', { DATA_DIR: dataDir, MIN_FREE_BYTES: minimum });
    expect(low.output).toMatch(
      /^storage .* are free: uploads are refused below 8192.0 TB; free some space$/m,
    );
    expect(low.code).toBe(1);
    await rm(dataDir, { recursive: true });
  });

  it('SAFE-29 status lists dependencies that do not answer, with the reason', async () => {
    const { output, code } = await run('status', {
      DATABASE_URL: `postgres://ada:hush@${NOTHING_LISTENS}/none`,
      CLAMD: NOTHING_LISTENS,
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^database {2}127\.0\.0\.1:1\/none \(DATABASE_URL\): .*ECONNREFUSED/m);
    expect(output).toMatch(/^scanner {3}clamd at 127\.0\.0\.1:1 \(CLAMD\): .*ECONNREFUSED/m);
    expect(output).not.toContain('hush');
  });

  it('SAFE-01 check prints a line for each finding, and nothing but JSON with --json', async () => {
    const dataDir = join(vault.blobsDir, '..');
    expect(await run('check', { DATA_DIR: dataDir })).toMatchObject({
      output: expect.stringMatching(/^Nothing is wrong: \d+ checks, \d+ items, 0 contents\.\n$/),
      errors: '',
      code: 0,
    });
    const wrong = sql`update record set stored_bytes = stored_bytes + ${1} where id = ${RECORDS.acme}`;
    await wrong.execute(vault.database.kysely);
    const found = await run('check', { DATA_DIR: dataDir });
    expect(found).toMatchObject({ errors: '', code: 1 });
    expect(found.output).toMatch(
      /^counters\.record +Record recAcme0{11} counts 1 bytes; its versions have 0\. The files/,
    );
    const { output, code } = await run('check --json', { DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ count: 1, findings: [{ check: 'counters.record' }] });
    await sql`update record set stored_bytes = 0 where id = ${RECORDS.acme}`.execute(vault.database.kysely);
  });

  it('SAFE-02 scrub lists damaged files, and with --marked removes the marks of restored ones', async () => {
    const settings = { DATA_DIR: join(vault.blobsDir, '..') };
    await fillVault(vault.deps, ACME, { files: [{ name: 'scrubbed.txt', bytes: 'read again' }] });
    const { id, blobKey } = await fileOf(vault, 'scrubbed.txt');
    await damage(vault, blobKey, DAMAGES['flipped in the middle']);
    const found = await run('scrub --rate 100', settings);
    expect(found).toMatchObject({ errors: '', code: 1 });
    expect(found.output).toMatch(
      new RegExp(
        `^The bytes ${blobKey} are damaged; file ${id} of record ${ACME} uses them\\. Restore .*\nEvery .* 1 of them damaged\\.`,
      ),
    );
    expect((await run('status', settings)).output).toContain('1 stored contents are damaged');
    await damage(vault, blobKey, DAMAGES['flipped in the middle']);
    const { output, code } = await run('scrub --marked --json', settings);
    expect([code, JSON.parse(output)]).toEqual([
      0,
      { counts: { intact: 1, damaged: 0, gone: 0 }, findings: [] },
    ]);
  });

  it('SAFE-02 sweep deletes what nothing uses, after its time of grace', async () => {
    const settings = { DATA_DIR: join(vault.blobsDir, '..') };
    const write = (bytes: string) =>
      vault.deps.blobs.write(Readable.from([Buffer.from(bytes)]), { maxBytes: 9 });
    const [young, old] = [await write('young'), await write('old')];
    const before = new Date(Date.now() - 49 * 3_600_000);
    await utimes(join(vault.blobsDir, old.key), before, before);
    const { output, code } = await run('sweep', settings);
    expect([code, output]).toEqual([0, expect.stringContaining('Deleted: 0 released, 1 without a row')]);
    expect([await vault.deps.blobs.sizeOf(young.key), await vault.deps.blobs.sizeOf(old.key)]).toEqual([
      5,
      null,
    ]);
  });

  it('SAFE-04 backup, backup verify and restore into an empty place with the embedded PostgreSQL', async () => {
    const settings = { DATA_DIR: join(vault.blobsDir, '..') };
    const target = join(folder, 'backup');
    await fillVault(vault.deps, ACME, { files: [{ name: 'saved.txt', bytes: 'saved' }] });
    const saved = await run(`backup ${target}`, settings);
    expect(saved).toMatchObject({ errors: '', code: 0 });
    expect(saved.output).toMatch(/^Snapshot \S+ in .*: \d+ tables, \d+ contents/);
    expect(await run(`backup verify ${target}`)).toMatchObject({ errors: '', code: 0 });
    const place = { DATABASE_URL: '', DATA_DIR: join(folder, 'restored') };
    const restored = await run(`restore ${target}`, place);
    expect(restored.output).toMatch(/was restored: \d+ contents\./);
    expect(restored).toMatchObject({ output: expect.stringContaining('Nothing is wrong: '), code: 0 });
    const again = await run(`restore ${target}`, place);
    expect(again).toMatchObject({
      output: '',
      code: 1,
      errors: expect.stringContaining('is not empty, and nothing was changed'),
    });
    await rm(place.DATA_DIR, { recursive: true });
    await rm(target, { recursive: true });
  });

  it('USE-20 SAFE-01 check of a folder without stored files fails with a sentence', async () => {
    const { errors, code } = await run('check');
    expect({ errors, code }).toEqual({
      errors: `There are no stored files in ${join(folder, 'data')} (DATA_DIR). Set DATA_DIR to the folder that the server uses.\n`,
      code: 1,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(['status', 'jobs retry --all'])(
    'USE-20 %s creates no data folder and reports the location',
    async (line) => {
      const { output, errors, code } = await run(line, { DATABASE_URL: '' });
      expect(code).toBe(1);
      expect(`${output}${errors}`).toContain(
        `There is no vault in ${join(folder, 'data')} (DATA_DIR), and none was created.`,
      );
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('SAFE-29 jobs retry resets the attempts of the given jobs', async () => {
    const [first = 0, second = 0] = await failJobs(2);
    expect(await run(`jobs retry ${second}`)).toMatchObject({
      code: 0,
      output: `Job ${second} (send-mail): queued again.\n`,
    });
    expect(await attempts()).toEqual([25, 0]);
    expect(await run(`jobs retry ${second} ${first}`)).toMatchObject({
      code: 1,
      output: `Job ${first} (send-mail): queued again.\nJob ${second}: there is no failed job with this id.\n`,
    });
  });

  it('SAFE-29 jobs drop deletes failed jobs only', async () => {
    await failJobs(2);
    await sql`select graphile_worker.add_job('send-mail', '{"id":"x"}')`.execute(vault.database.kysely);
    expect((await run('jobs drop --all')).output.split('\n')).toHaveLength(3);
    expect(await attempts()).toEqual([0]);
    expect(await run('jobs drop --all')).toMatchObject({ code: 0, output: 'There are no failed jobs.\n' });
  });

  it('--help lists every subcommand and needs no vault', async () => {
    const helped = await run('--help', { DATABASE_URL: '' });
    expect(helped).toMatchObject({ code: 0, errors: '' });
    for (const name of ['status', 'jobs retry', 'jobs drop']) expect(helped.output).toContain(` -- ${name} `);
  });

  it('an invalid command line exits with code 2 and changes nothing', async () => {
    await failJobs(1);
    expect(await start('jobs drop')).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringMatching(/^Missing job ids/),
    });
    expect(await attempts()).toEqual([25]);
  });
});

describe('a command line of npm run vault', () => {
  it.each([
    '',
    'stat',
    'jobs',
    'jobs list',
    'status now',
    'status --all',
    'jobs retry',
    'jobs retry x',
    'check now',
    'scrub now',
    'scrub --rate 0',
    'scrub --rate fast',
    'scrub --marked --from-start',
    'sweep all',
    'backup',
    'backup verify',
    'backup prune /backup',
    'backup prune --keep-days 30',
    'backup prune /backup --keep-days 0',
    'restore a b',
  ])('%j is invalid', (line) => expect(() => readVaultCommand(line.split(' '))).toThrow(UsageError));
  it.each(['jobs drop 1 --all', 'jobs drop -1', 'jobs drop 1.5', 'jobs retry 99999999999999999999'])(
    '%j is invalid as well',
    (line) => expect(() => readVaultCommand(line.split(' '))).toThrow(UsageError),
  );
  it.each(['status', 'status --json', 'jobs retry 1 2', 'jobs drop --all'])('%j is valid', (line) =>
    expect(readVaultCommand(line.split(' '))).toBeTypeOf('function'),
  );
});
