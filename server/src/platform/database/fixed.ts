import { CompiledQuery, type Kysely } from 'kysely';
import type { DB } from './schema.ts';

/**
 * Runs a statement whose text is written out already, past kysely's builder: nothing is compiled and no column is
 * renamed, so the statement names its columns as the code does (`as "parentId"`). For what every request runs: it saves
 * 15 µs of 16 a call, and as much again for every 50 rows.
 * @param values for $1, $2 …; the few different texts are worth a prepared plan each (statements.ts)
 */
export async function queryFixed<Row>(
  db: Kysely<DB>,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await db.withoutPlugins().executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
