import { randomBytes } from 'node:crypto';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contract } from '@vault/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecretKey, type SecretKey } from './platform/secrets/index.ts';
import { createSealer, createSigner } from './platform/tokens/index.ts';
import { runVault } from './run-vault.ts';
import { RECORDS } from './testing/accounts.ts';
import { signIn } from './testing/client.ts';
import { createLocalVault, type LocalServer, type LocalVault } from './testing/local-vault.ts';
import { runInProcess } from './testing/run-command.ts';
import { startAgain } from './testing/server-process.ts';

// Real servers on one database and one data folder: only the one that must exit is a separate process.

const PASSWORD = 'violet-teapot-47';
const params = { recordId: RECORDS.acme };

let vault: LocalVault;
beforeEach(async () => {
  vault = await createLocalVault();
});
afterEach(() => vault.close());

const keyFile = () => join(vault.dataDir, 'secret.key');

/** Makes a link with a password through the server. @returns its address */
async function share({ origin }: LocalServer): Promise<string> {
  const client = await signIn(origin, 'everything');
  await client.data(contract.organise.createFolder, { params, query: { name: 'Plans', path: '' } });
  const body = {
    paths: ['Plans'],
    havePassword: true,
    password: PASSWORD,
    expireDateTime: Date.now() + 86_400_000,
  };
  return (await client.data(contract.sharing.shareLink, { params, body: { accessType: 'Anyone', ...body } }))
    .accessUrl;
}

/** The address and the password of the only link, as its details show them. */
async function shown({ origin }: LocalServer) {
  const client = await signIn(origin, 'everything');
  const { content } = await client.data(contract.links.list, { params });
  return content.map(({ accessUrl, password }) => ({ token: accessUrl?.split('/').at(-1), password }));
}

const rotateKey = (options: string[] = [], env: Record<string, string> = {}) =>
  runInProcess(runVault, {
    args: ['rotate-key', ...options],
    env: { DATABASE_URL: vault.database.url, DATA_DIR: vault.dataDir, ...env },
  });

/** Every row of every table as text: what a dump contains. */
async function dump(): Promise<string> {
  const { rows: tables } = await vault.database.pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await vault.database.pool.query<{ line: string }>(
        `select to_jsonb(t)::text as line from ${name} t`,
      );
      return rows.map(({ line }) => line).join('\n');
    }),
  );
  return texts.join('\n');
}

/** Every text of a dump that can be 32 bytes in hexadecimal digits or base64, as a key and as its derivations. */
function keysIn(dumped: string): Buffer[] {
  const words = dumped.match(/[\w+/=-]{43,}/g) ?? [];
  return words
    .flatMap((word) => [
      Buffer.from(word, 'hex'),
      Buffer.from(word, 'base64'),
      Buffer.from(word.slice(1), 'hex'),
    ])
    .filter(({ length }) => length === 32)
    .flatMap((bytes) => [
      bytes,
      createSecretKey(bytes).secretFor('sealed secrets'),
      createSecretKey(bytes).secretFor('signed addresses'),
    ]);
}

/** @returns the text, or null when the key does not open it */
function openWith(key: Buffer, sealed: Buffer): string | null {
  try {
    return createSealer(key).open(sealed);
  } catch {
    return null;
  }
}

async function keyOfFile(): Promise<SecretKey> {
  return createSecretKey(Buffer.from((await readFile(keyFile(), 'utf8')).trim(), 'hex'));
}

describe('GUARD-06 a dump of the database', () => {
  test('GUARD-06 a dump alone opens no sealed secret and forges no signed address', async () => {
    const address = await share(await vault.start());
    const dumped = await dump();
    const { rows } = await vault.database.pool.query<{ sealed: Buffer }>(
      'select password_sealed as sealed from link union all select token_sealed from link',
    );
    const key = await keyOfFile();
    // The key file opens them, so the attack below has the right form.
    const sealedKey = key.secretFor('sealed secrets');
    expect(rows.map(({ sealed }) => openWith(sealedKey, sealed))).toEqual([
      PASSWORD,
      address.split('/').at(-1),
    ]);

    const candidates = keysIn(dumped);
    expect(candidates.length).toBeGreaterThan(0);
    const opened = candidates.flatMap((each) => rows.map(({ sealed }) => openWith(each, sealed)));
    expect(opened.filter((each) => each !== null)).toEqual([]);
    const until = new Date(Date.now() + 60_000);
    const signer = createSigner(key.secretFor('signed addresses'));
    const forged = candidates.map((each) => createSigner(each).sign('download', 'any', until));
    expect(forged.filter((token) => signer.verify('download', token, new Date()) !== null)).toEqual([]);
    expect(dumped).not.toContain(PASSWORD);
    expect(dumped).not.toContain(address.split('/').at(-1));
  });

  test('GUARD-06 the key of version 0.2.0 moves to the key file, and its links go on', async () => {
    const server = await vault.start();
    const address = await share(server);
    await server.stop();
    // The state of 0.2.0: the key is a row, and there is no key file.
    const secret = Buffer.from((await readFile(keyFile(), 'utf8')).trim(), 'hex');
    await rm(keyFile());
    await vault.database.pool.query('delete from setting');
    await vault.database.pool.query(`insert into setting (name, value) values ('signing_secret', $1)`, [
      JSON.stringify(secret.toString('base64')),
    ]);
    const stolen = await dump();
    const { rows } = await vault.database.pool.query<{ sealed: Buffer }>(
      'select password_sealed as sealed from link',
    );
    const sealed = rows[0]?.sealed ?? Buffer.alloc(0);
    expect(keysIn(stolen).map((each) => openWith(each, sealed))).toContain(PASSWORD);

    const upgraded = await vault.start();
    expect(await shown(upgraded)).toEqual([{ token: address.split('/').at(-1), password: PASSWORD }]);
    expect(keysIn(await dump()).map((each) => openWith(each, sealed))).not.toContain(PASSWORD);
    expect(upgraded.log().map(({ msg }) => msg)).toContain(
      'Secret key is no longer in the database; back up its file',
    );
  });
});

describe('GUARD-06 rotate-key', () => {
  test('GUARD-06 rotate-key seals all secrets again; old keys and signed addresses end', async () => {
    const server = await vault.start();
    const address = await share(server);
    const links = [{ token: address.split('/').at(-1), password: PASSWORD }];
    const running = await rotateKey();
    expect(running).toMatchObject({ code: 1, output: '' });
    expect(running.errors).toMatch(/^A server of this vault is running\. Stop all servers/);
    await server.stop();

    const oldKey = await keyOfFile();
    const mail = createSealer(oldKey.secretFor('sealed secrets')).seal('the text of a waiting mail');
    await vault.database.pool.query(
      `insert into mail (id, recipients, subject, state, body_sealed, created_at, expires_at)
        values ('mai000000000000001', '{bob@example.test}', '', 'waiting', $1, now(), now() + interval '1 day')`,
      [mail],
    );
    await copyFile(keyFile(), `${keyFile()}.old`);
    const rotated = await rotateKey();
    expect(rotated).toMatchObject({ code: 0, errors: '' });
    expect(rotated.output).toContain('3 values were sealed again');
    const { rows: recorded } = await vault.database.pool.query<{ actor: string }>(
      `select actor_kind as actor from audit_entry where action = 'key.rotate'`,
    );
    expect(recorded).toEqual([{ actor: 'command' }]);
    const newKey = await keyOfFile();
    const { rows } = await vault.database.pool.query<{ sealed: Buffer }>(
      'select password_sealed as sealed from link',
    );
    const sealed = rows[0]?.sealed ?? Buffer.alloc(0);
    expect(openWith(oldKey.secretFor('sealed secrets'), sealed)).toBe(null);
    expect(openWith(newKey.secretFor('sealed secrets'), sealed)).toBe(PASSWORD);
    const { rows: mails } = await vault.database.pool.query<{ sealed: Buffer }>(
      'select body_sealed as sealed from mail',
    );
    expect(mails.map((row) => openWith(newKey.secretFor('sealed secrets'), row.sealed))).toEqual([
      'the text of a waiting mail',
    ]);
    const signed = createSigner(oldKey.secretFor('signed addresses')).sign(
      'preview',
      'x',
      new Date(Date.now() + 60_000),
    );
    expect(createSigner(newKey.secretFor('signed addresses')).verify('preview', signed, new Date())).toBe(
      null,
    );

    // A cut after the transaction: the file still has the old key, and the next one is beside it.
    await rename(keyFile(), `${keyFile()}.next`);
    await copyFile(`${keyFile()}.old`, keyFile());
    const again = await vault.start();
    expect(await shown(again)).toEqual(links);
    await again.stop();

    // A cut before the transaction: the next key is not that of the database, and is ignored.
    await writeFile(`${keyFile()}.next`, randomBytes(32).toString('hex'), { mode: 0o600 });
    expect(await shown(await vault.start())).toEqual(links);
  });

  test('GUARD-06 rotate-key moves the key from the file to SECRET_KEY', async () => {
    const server = await vault.start();
    const address = await share(server);
    await server.stop();
    const env = { SECRET_KEY: randomBytes(32).toString('hex') };
    expect(await rotateKey([], env)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--old-key-file'),
    });
    expect(await rotateKey(['--old-key-file', keyFile()], env)).toMatchObject({ code: 0, errors: '' });
    expect(await shown(await vault.start(env))).toEqual([
      { token: address.split('/').at(-1), password: PASSWORD },
    ]);
    await expect(vault.start()).rejects.toThrow(
      /The key in \S+secret\.key is not the key of this database: write the key/,
    );
  });

  test('GUARD-06 a server that misses a rotation stops when it is connected again', async () => {
    const server = await startAgain(vault);
    await vault.database.pool.query(
      `update setting set value = '"ab"' where name = 'secret_key_fingerprint'`,
    );
    await vault.database.pool.query(`select pg_notify('secret_key', '')`);
    expect(await server.exited).toBe(1);
    expect(server.log().map(({ msg }) => msg)).toContain(
      'Secret key of the vault was replaced; this server stops, start it with the new key',
    );
  });
});
