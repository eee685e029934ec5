import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const page = read('docs/scaling.md');

/** A table of the schema with the columns of its unique keys and the tables that it refers to. */
interface Table {
  name: string;
  hasRecord: boolean;
  keys: string[][];
  refersTo: string[];
}

const tables = read('server/migrations/schema.sql')
  .split(/^create table /m)
  .slice(1)
  .map((text): Table => {
    const keys = [
      ...text.matchAll(/(?:PRIMARY KEY|UNIQUE) \(([^)]*)\)/g),
      ...text.matchAll(/CREATE UNIQUE INDEX \S+ ON \S+ USING btree \(([^)]*)\)/g),
    ];
    return {
      name: /^\w+/.exec(text)?.[0] ?? '',
      hasRecord: text.includes('record_id vault_id'),
      keys: keys.map(([, columns = '']) => columns.split(', ')),
      refersTo: [...text.matchAll(/REFERENCES (\w+)\(/g)].map(([, table = '']) => table),
    };
  });
const withRecord = tables.filter(({ hasRecord }) => hasRecord);
const isKeyed = ({ keys }: Table) => keys.every((columns) => columns.includes('record_id'));
const namesIn = (text: string) => [...text.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);

test('NODES-08 NODES-10 tables that docs/scaling.md distributes have the record in each unique key', () => {
  const listed = [...page.matchAll(/create_distributed_table\('(\w+)', 'record_id'/g)].map(
    ([, name = '']) => name,
  );
  const lacking = new Set(withRecord.filter((table) => !isKeyed(table)).map(({ name }) => name));
  const ready = withRecord
    .filter(isKeyed)
    .filter(({ refersTo }) => !refersTo.some((table) => lacking.has(table)));
  expect(listed.toSorted()).toEqual(ready.map(({ name }) => name).toSorted());
});

test('NODES-10 docs/scaling.md lists all tables whose keys lack the record', () => {
  const [, list = ''] = /\*\*Keys without the record\*\*: ([^.]*)\./.exec(page) ?? [];
  const lacking = withRecord.filter((table) => !isKeyed(table)).map(({ name }) => name);
  expect(namesIn(list).toSorted()).toEqual(lacking.toSorted());
});
