import type pg from 'pg';
import type { Log } from './log.ts';

/** The settings of PostgreSQL on which it depends that a commit survives a crash. */
export interface Durability {
  readonly fsync: string;
  readonly synchronousCommit: string;
}

/** @returns whether PostgreSQL confirms a commit only when it survives a crash of its machine */
export const isDurable = ({ fsync, synchronousCommit }: Durability): boolean =>
  fsync === 'on' && synchronousCommit !== 'off';

/**
 * Warns the operator of an external PostgreSQL that confirms commits before they are stored: the vault's promise that
 * an acknowledged change and its audit entry are not lost (AUDIT-04) depends on it.
 */
export async function warnUnlessDurable(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<Durability>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit"`,
  );
  const [found] = rows;
  if (found === undefined || isDurable(found)) return;
  log.warn({ ...found }, 'Database loses confirmed changes in a crash; turn on fsync and synchronous_commit');
}
