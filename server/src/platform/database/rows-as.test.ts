import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, it } from 'vitest';
import { rowsAs, rowsAsText } from './rows-as.ts';

const db = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const rows = [
  { id: 'a', parentId: null, sizeBytes: 1 },
  { id: 'b', parentId: 'a', sizeBytes: 2 },
];

it('rowsAs sends one array for each column, named in snake case', () => {
  const table = rowsAs('new', rows, { parentId: 'text', sizeBytes: 'bigint' });
  const { sql: text, parameters } = sql`select * from ${table}`.compile(db);
  expect(text).toBe('select * from unnest($1::text[], $2::bigint[]) as new (parent_id, size_bytes)');
  expect(parameters).toEqual([
    [null, 'a'],
    [1, 2],
  ]);
});

it('rowsAs numbers the rows in a last column', () => {
  const { sql: text } = sql`select * from ${rowsAs('new', rows, { id: 'text' }, 'n')}`.compile(db);
  expect(text).toBe('select * from unnest($1::text[]) with ordinality as new (id, n)');
});

it('rowsAs sends a single row without arrays', () => {
  const table = rowsAs('new', rows.slice(0, 1), { parentId: 'text', sizeBytes: 'bigint' }, 'n');
  const { sql: text, parameters } = sql`select * from ${table}`.compile(db);
  expect(text).toBe(
    'select * from (select $1::text, $2::bigint, 1::bigint) as new (parent_id, size_bytes, n)',
  );
  expect(parameters).toEqual([null, 1]);
});

it('rowsAsText numbers its parameters from the first one', () => {
  expect(rowsAsText('new', rows, { parentId: 'text', sizeBytes: 'bigint' }, 2)).toEqual({
    table: 'unnest($2::text[], $3::bigint[]) as new (parent_id, size_bytes)',
    values: [
      [null, 'a'],
      [1, 2],
    ],
  });
});

it('rowsAsText has a single row without arrays, and none with them', () => {
  expect(rowsAsText('wanted', rows.slice(0, 1), { id: 'text' }, 2)).toEqual({
    table: '(select $2::text) as wanted (id)',
    values: ['a'],
  });
  expect(rowsAsText('wanted', rows.slice(0, 0), { id: 'text' }, 2)).toEqual({
    table: 'unnest($2::text[]) as wanted (id)',
    values: [[]],
  });
});

it('rowsAs accepts columns that the rows have', () => {
  // @ts-expect-error -- no row has this property
  expect(() => rowsAs('new', rows, { name: 'text' })).not.toThrow();
});

it('queries with several arrays use rowsAs', () => {
  const server = path.join(import.meta.dirname, '../..');
  const files = globSync('**/*queries.ts', { cwd: server });
  const wrong = files.filter((file) =>
    /unnest\(\s*\$\{[^}]*\}::\w+\[\],/.test(readFileSync(path.join(server, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
