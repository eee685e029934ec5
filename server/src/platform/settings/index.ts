import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '../database/index.ts';
import { insertSetting, selectSetting } from './queries.ts';

const SECRET_BYTES = 32;

/**
 * The secret with which all processes of this vault sign addresses; created at the first start. Two processes that
 * start at the same time both get the stored one.
 * @returns 32 bytes
 */
export async function signingSecret(db: Kysely<DB>): Promise<Buffer> {
  const name = 'signing_secret';
  if ((await selectSetting(db, name)) === undefined) {
    await insertSetting(db, name, randomBytes(SECRET_BYTES).toString('base64'));
  }
  const secret = Buffer.from(String(await selectSetting(db, name)), 'base64');
  if (secret.length !== SECRET_BYTES) throw new Error(`The stored setting ${name} is damaged`);
  return secret;
}
