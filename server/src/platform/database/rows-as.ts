import { type RawBuilder, sql } from 'kysely';

type ColumnType = 'text' | 'uuid' | 'int' | 'bigint' | 'boolean' | 'timestamptz' | 'bytea' | 'jsonb';

/**
 * Rows of the server as a table in a statement, with one parameter for each column: `unnest($1::text[], $2::text[]) as
 * new (id, parent_id)`.
 * @param alias name of the table
 * @param columns the properties that become columns, in this order, in snake_case
 * @param position name of a last column that numbers the rows from 1; no such column when left out
 */
export function rowsAs<Row extends object>(
  alias: string,
  rows: readonly Row[],
  columns: { readonly [Key in keyof Row & string]?: ColumnType },
  position?: string,
): RawBuilder<unknown> {
  const keys = Object.keys(columns) as (keyof Row & string)[];
  const arrays = keys.map((key) => sql`${rows.map((row) => row[key])}::${sql.raw(String(columns[key]))}[]`);
  const names = [...keys.map(snakeCase), ...(position === undefined ? [] : [position])];
  const ordinality = position === undefined ? '' : 'with ordinality ';
  return sql`unnest(${sql.join(arrays)}) ${sql.raw(`${ordinality}as ${alias} (${names.join(', ')})`)}`;
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
