import type { Database, Log } from '../platform/database/index.ts';
import type { Sealer } from '../platform/tokens/index.ts';
import { lockPlainMails, replacePlainBody } from './plain-mails.queries.ts';

/** Number of mails that one transaction seals. */
const AT_ONCE = 100;

/**
 * Seals the mails that waited during the upgrade from a version that stored their text as it is (GUARD-06). Call it
 * before jobs start. Of several servers that start at once, each mail is sealed by one.
 */
export async function sealPlainMails({
  database,
  sealer,
  log,
}: {
  database: Database;
  sealer: Sealer;
  log: Log;
}): Promise<void> {
  const sealSome = () =>
    database.transaction(async (tx) => {
      const mails = await lockPlainMails(tx, AT_ONCE);
      for (const { id, plainBody } of mails) {
        // oxlint-disable-next-line no-await-in-loop -- one connection
        await replacePlainBody(tx, id, sealer.seal(plainBody));
      }
      return mails.length;
    });
  let sealed = 0;
  for (let found = await sealSome(); found > 0; found = await sealSome()) sealed += found;
  if (sealed > 0) log.info({ mails: sealed }, 'Waiting mails of an earlier version sealed');
}
