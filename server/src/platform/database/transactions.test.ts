import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { expect, it } from 'vitest';
import type { DB } from './index.ts';

const SERVER = path.join(import.meta.dirname, '../..');
const files = globSync('**/*.ts', { cwd: SERVER, exclude: ['testing/**', '**/fixtures/**', '**/*.test.ts'] });
const textOf = (file: string) => readFileSync(path.join(SERVER, file), 'utf8');

/** Top-level functions of a source file, as text. */
const functionsOf = (text: string) => text.match(/^(?:export )?(?:async )?function [\s\S]*?^}/gm) ?? [];

it('a connection pool instead of a transaction does not compile', () => {
  const write = (tx: Transaction<DB>) => tx;
  // @ts-expect-error -- each statement on the pool is its own transaction
  const call = (pool: Kysely<DB>) => write(pool);
  expect(call).toBeTypeOf('function');
});

it('a parameter named tx is a Transaction<DB>', () => {
  const wrong = files.filter((file) => /\btx: (?!Transaction<DB>)/.test(textOf(file)));
  expect(wrong).toEqual([]);
});

it('a query that only locks needs a Transaction<DB>, because its lock ends with the statement', () => {
  const queries = files
    .filter((file) => file.endsWith('queries.ts'))
    .flatMap((file) => functionsOf(textOf(file)));
  const locking = queries.filter(
    (text) =>
      /\bfor (?:no key )?(?:update|share)\b|pg_advisory_xact_lock/.test(text) &&
      !/\b(?:insert into|update \w+ set|delete from)\b/.test(text),
  );
  expect(locking.length).toBeGreaterThan(2);
  const wrong = locking.filter((text) => !text.includes('tx: Transaction<DB>'));
  expect(wrong).toEqual([]);
});
