import { replaceRecording } from './replace-recording.ts';

// For `--import` of a server that the bench compares with: an entry is one text in a table without indexes, the least
// that an append-only record of a transaction can cost. The bench creates the table after the start and the first
// sign-in.
replaceRecording(`
  import { CompiledQuery } from 'kysely';
  import { queryRaw, withCommit } from '../platform/database/index.ts';
  const INSERT = 'insert into bare_entry (text) values ($1)';
  const FIND = "select to_regclass('bare_entry') is not null as found where $1";
  let isThere = false;
  const isReady = async (db) => (isThere ||= (await queryRaw(db, FIND, [true]))[0].found);
  export const recordAudit = async (tx, events) => {
    if (!(await isReady(tx))) return;
    for (const event of [events].flat()) withCommit(tx, CompiledQuery.raw(INSERT, [JSON.stringify(event)]));
  };
  export const recordAuditAlone = async ({ kysely }, events) => {
    if (!(await isReady(kysely))) return;
    for (const event of [events].flat()) await queryRaw(kysely, INSERT, [JSON.stringify(event)]);
  };
  export const rowOf = () => { throw new Error('This server has no entries'); };
`);
