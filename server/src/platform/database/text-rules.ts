import type pg from 'pg';
import type { Log } from './log.ts';

/** How a database stores, compares and orders text. Its creator decides, and the operating system can change it. */
interface TextRules {
  encoding: string;
  /** name of the collation, such as `en_US.utf8` */
  collation: string;
  /** whether `lower` knows letters outside of ASCII */
  knowsAllLetters: boolean;
  /** version of the collation with which the indexes were written; null for one without versions */
  indexVersion: string | null;
  /** version that the operating system of PostgreSQL provides now */
  presentVersion: string | null;
}

const READ_RULES = `
  select current_setting('server_encoding') as encoding, datcollate as collation,
    lower('Ä') = 'ä' as "knowsAllLetters", datcollversion as "indexVersion",
    pg_database_collation_actual_version(oid) as "presentVersion"
  from pg_database where datname = current_database()`;

/**
 * Warns the operator of an external PostgreSQL whose database orders text in another way than its indexes, so that
 * look-ups miss rows; or that cannot store all names, or compares them by ASCII letters only (D-19).
 */
export async function warnAboutText(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<TextRules>(READ_RULES);
  const [found] = rows;
  if (found === undefined) return;
  const { encoding, collation, knowsAllLetters, indexVersion, presentVersion } = found;
  if (indexVersion !== null && presentVersion !== null && indexVersion !== presentVersion) {
    log.error(
      { collation, indexVersion, presentVersion },
      'Database orders text in another way than its indexes; rebuild them, look-ups can miss rows',
    );
  }
  if (encoding !== 'UTF8') {
    log.warn({ encoding }, 'Database does not use UTF-8; names can be refused or cut within a letter');
  } else if (!knowsAllLetters) {
    log.warn(
      { collation },
      'Database knows the case of ASCII letters only; searches for other letters depend on their case',
    );
  }
}
