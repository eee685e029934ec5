import { type RawBuilder, sql } from 'kysely';

type ColumnType = 'text' | 'uuid' | 'int' | 'bigint' | 'boolean' | 'timestamptz' | 'bytea' | 'jsonb';

/**
 * Rows of the server as a table in a statement, with one parameter for each column: `unnest($1::text[], $2::text[]) as
 * new (id, parent_id)`. A single row, the most frequent number, has no arrays: `(select $1::text, $2::text) as new (id,
 * parent_id)`. PostgreSQL expects ten rows of an array that it does not know, so it would never keep a plan for all
 * values and plan each execution, which takes longer than the execution itself (docs/decisions/statements.md).
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
  const names = [...keys.map(snakeCase), ...(position === undefined ? [] : [position])].join(', ');
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) {
    const values = keys.map((key) => sql`${only[key]}::${sql.raw(String(columns[key]))}`);
    const numbered = position === undefined ? values : [...values, sql`1::bigint`];
    return sql`(select ${sql.join(numbered)}) ${sql.raw(`as ${alias} (${names})`)}`;
  }
  const arrays = keys.map((key) => sql`${rows.map((row) => row[key])}::${sql.raw(String(columns[key]))}[]`);
  const ordinality = position === undefined ? '' : 'with ordinality ';
  return sql`unnest(${sql.join(arrays)}) ${sql.raw(`${ordinality}as ${alias} (${names})`)}`;
}

/**
 * The parameter $2 of a statement as a table `wanted (id)`, and its value. A single id is no array, as in `rowsAs`.
 * @returns two texts at most, so that each is planned once
 */
export function wantedIds(ids: readonly string[]): { wanted: string; value: string | readonly string[] } {
  const [only] = ids;
  return ids.length === 1 && only !== undefined
    ? { wanted: '(select $2::text) as wanted (id)', value: only }
    : { wanted: 'unnest($2::text[]) as wanted (id)', value: ids };
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
