import { randomBytes } from 'node:crypto';
import { expect, inject, it, vi } from 'vitest';
import pg from 'pg';
import { runOnServer } from '../../testing/run-on-server.ts';
import { warnAboutText } from './text-rules.ts';

/** @returns the lines at warn and above about a database that is created with these options */
async function warningsOf(options: string, prepare?: (name: string) => string): Promise<unknown[]> {
  const { target } = inject('testDatabase');
  const name = `vault_text_${randomBytes(6).toString('hex')}`;
  await runOnServer(target, `create database ${name} template template0 ${options}`);
  if (prepare !== undefined) await runOnServer(target, prepare(name));
  const lines: unknown[] = [];
  const add = (fields: object, text: string) => void lines.push({ ...fields, text });
  const client = new pg.Client({ ...target, database: name });
  await client.connect();
  try {
    await warnAboutText(client, { info: vi.fn(), debug: vi.fn(), error: add, warn: add } as never);
  } finally {
    await client.end();
    await runOnServer(target, `drop database ${name}`);
  }
  return lines;
}

it('says nothing about a database as the vault creates it, or with UTF-8 and all letters', async () => {
  expect(await warningsOf('')).toEqual([]);
  expect(await warningsOf(`encoding 'UTF8' locale_provider libc locale 'C.UTF-8'`)).toEqual([]);
});

it('D-19 warns of a database that knows the case of ASCII letters only', async () => {
  expect(await warningsOf(`encoding 'UTF8' locale_provider libc locale 'C'`)).toEqual([
    {
      collation: 'C',
      text: 'Database knows the case of ASCII letters only; searches for other letters depend on their case',
    },
  ]);
});

it('warns of another encoding', async () => {
  expect(await warningsOf(`encoding 'LATIN1' locale_provider libc locale 'C'`)).toEqual([
    { encoding: 'LATIN1', text: 'Database does not use UTF-8; names can be refused or cut within a letter' },
  ]);
});

it('reports indexes that were written with another version of the collation', async () => {
  const lines = await warningsOf(
    '',
    (name) => `update pg_database set datcollversion = '0' where datname = '${name}'`,
  );
  expect(lines).toEqual([
    {
      collation: expect.any(String),
      indexVersion: '0',
      presentVersion: expect.any(String),
      text: 'Database orders text in another way than its indexes; rebuild them, look-ups can miss rows',
    },
  ]);
});
