import type { Kysely } from 'kysely';
import type { DB } from '../database/index.ts';

/** @returns the JSON value, undefined when the setting does not exist */
export async function selectSetting(db: Kysely<DB>, name: string): Promise<unknown> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Stores a value unless the setting exists. */
export async function insertSetting(db: Kysely<DB>, name: string, value: unknown): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
