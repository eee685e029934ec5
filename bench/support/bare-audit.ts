import { replaceRecording } from './replace-recording.ts';

// For `--import` of a server that the bench compares with: an entry is one text in a table without indexes, the least
// that an append-only record of a transaction can cost. The bench creates the table.
replaceRecording(`
  import { CompiledQuery } from 'kysely';
  import { queryRaw, withCommit } from '../platform/database/index.ts';
  const INSERT = 'insert into bare_entry (text) values ($1)';
  export const recordAudit = async (tx, events) => {
    for (const event of [events].flat()) withCommit(tx, CompiledQuery.raw(INSERT, [JSON.stringify(event)]));
  };
  export const recordAuditAlone = ({ kysely }, event) => queryRaw(kysely, INSERT, [JSON.stringify(event)]);
  export const rowOf = () => { throw new Error('This server has no entries'); };
`);
