import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { expect, it } from 'vitest';
import type { DB } from './index.ts';

const SERVER = path.join(import.meta.dirname, '../..');
const files = globSync('**/*.ts', { cwd: SERVER, exclude: ['testing/**', '**/fixtures/**', '**/*.test.ts'] });
const textOf = (file: string) => readFileSync(path.join(SERVER, file), 'utf8');

/** Top-level functions of a source file, as text. */
const functionsOf = (text: string) =>
  text.match(/^(?:export )?(?:(?:async )?function\b[\s\S]*?^}|const \w+ = (?:async )?\([\s\S]*?;$)/gm) ?? [];

const queries = files
  .filter((file) => file.endsWith('queries.ts'))
  .flatMap((file) => functionsOf(textOf(file)));

const CHANGE = new RegExp(
  [
    String.raw`\.(?:insertInto|updateTable|deleteFrom|mergeInto|for(?:NoKey|Key)?(?:Update|Share))\(`,
    String.raw`\binsert into\b|\bupdate \w+ (?:\w+ )?set\b|\bdelete from\b`,
    String.raw`\bfor (?:no key |key )?(?:update|share)\b|pg_advisory_xact_lock`,
    String.raw`graphile_worker\.\w+\(`,
  ].join('|'),
);

const nameOf = (query: string) => /(?:function\*?|const) (\w+)/.exec(query)?.[1] ?? '';
const callsOf = (query: string, name: string) =>
  query.match(new RegExp(String.raw`\b${name}\(`, 'g'))?.length ?? 0;

/** The queries that write or lock, directly or by calling another query. */
function changingQueries(): string[] {
  const changing = new Set(queries.filter((query) => CHANGE.test(query)));
  for (let before = 0; before < changing.size;) {
    before = changing.size;
    const names = [...changing].map(nameOf);
    for (const query of queries) {
      if (names.some((name) => name !== nameOf(query) && callsOf(query, name) > 0)) changing.add(query);
    }
  }
  return [...changing];
}

/** How often a query uses its database parameter. Recursive calls do not count. */
function statementsOf(query: string, database: string): number {
  const uses = query.match(new RegExp(String.raw`\b${database}\b`, 'g')) ?? [];
  const recursions = callsOf(query, nameOf(query)) - 1;
  return uses.length - 1 - recursions;
}

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
  const locking = queries.filter(
    (text) =>
      /\bfor (?:no key )?(?:update|share)\b|pg_advisory_xact_lock/.test(text) &&
      !/\b(?:insert into|update \w+ set|delete from)\b/.test(text),
  );
  expect(locking.length).toBeGreaterThan(2);
  const wrong = locking.filter((text) => !text.includes('tx: Transaction<DB>'));
  expect(wrong).toEqual([]);
});

it('a query that writes or locks in several statements takes a Transaction<DB>', () => {
  const changing = changingQueries();
  expect(changing.length).toBeGreaterThan(100);
  const wrong = changing.filter((query) => {
    const database = /\b(\w+): (?:Kysely<DB>|Database\b)/.exec(query)?.[1];
    return database !== undefined && statementsOf(query, database) > 1;
  });
  expect(wrong.map(nameOf)).toEqual([]);
});

it('a query opens no transaction: its caller does', () => {
  const wrong = queries.filter((query) => /\b(?:database|kysely|db)\.transaction\(/.test(query));
  expect(wrong.map(nameOf)).toEqual([]);
});
