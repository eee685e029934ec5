import { type RawBuilder, sql } from 'kysely';

type ColumnType = 'text' | 'uuid' | 'int' | 'bigint' | 'boolean' | 'timestamptz' | 'bytea' | 'jsonb';

/** The properties of a row that become columns, in this order, in snake_case. */
type Columns<Row> = { readonly [Key in keyof Row & string]?: ColumnType };

/**
 * Rows of the server as a table in a statement, with one parameter for each column: `unnest($1::text[], $2::text[]) as
 * new (id, parent_id)`. A single row, the most frequent number, has no arrays: `(select $1::text, $2::text) as new (id,
 * parent_id)`. PostgreSQL expects ten rows of an array that it does not know, so it would never keep a plan for all
 * values and plan each execution, which takes longer than the execution itself (docs/decisions/statements.md).
 * @param alias name of the table
 * @param position name of a last column that numbers the rows from 1; no such column when left out
 */
export function rowsAs<Row extends object>(
  alias: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  position?: string,
): RawBuilder<unknown> {
  const { before, parameters, after } = tableOf(alias, rows, columns, position);
  const values = parameters.map(({ value, type }) => sql`${value}::${sql.raw(type)}`);
  return sql`${sql.raw(before)}${sql.join(values)}${sql.raw(after)}`;
}

/**
 * The same for a statement that is one text (`queryRaw`): the table, and the values of its parameters.
 * @param first number of its first parameter; 2 for $2
 */
export function rowsAsText<Row extends object>(
  alias: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  first: number,
): { table: string; values: unknown[] } {
  const { before, parameters, after } = tableOf(alias, rows, columns);
  const names = parameters.map(({ type }, index) => `$${first + index}::${type}`);
  return { table: `${before}${names.join(', ')}${after}`, values: parameters.map(({ value }) => value) };
}

interface Table {
  before: string;
  /** one for each column */
  parameters: { value: unknown; type: string }[];
  after: string;
}

function tableOf<Row extends object>(
  alias: string,
  rows: readonly Row[],
  columns: Columns<Row>,
  position?: string,
): Table {
  const keys = Object.keys(columns) as (keyof Row & string)[];
  const isNumbered = position !== undefined;
  const name = `as ${alias} (${[...keys.map(snakeCase), ...(isNumbered ? [position] : [])].join(', ')})`;
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) {
    const parameters = keys.map((key) => ({ value: only[key], type: String(columns[key]) }));
    return { before: '(select ', parameters, after: `${isNumbered ? ', 1::bigint' : ''}) ${name}` };
  }
  const parameters = keys.map((key) => ({ value: rows.map((row) => row[key]), type: `${columns[key]}[]` }));
  return { before: 'unnest(', parameters, after: `) ${isNumbered ? 'with ordinality ' : ''}${name}` };
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
