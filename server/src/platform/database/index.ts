export { afterCommit } from './after-commit.ts';
export {
  type DatabaseFailure,
  databaseFailureOf,
  isForeignKeyViolation,
  isUniqueViolation,
  isValueTooLarge,
} from './errors.ts';
export { queryRaw } from './raw-query.ts';
export { graphileLog } from './graphile-log.ts';
export type { Listening } from './listen.ts';
export type { Log } from './log.ts';
export { knownMigrations } from './migrate.ts';
export { noteChange, noteChangeWithCommit } from './last-change.ts';
export type { Reader, ReadSource } from './replica.ts';
export { copyFrom, copyTo } from './copy.ts';
export { DatabaseNotEmpty, fillEmptyDatabase, mustBeEmptyDatabase } from './fill-empty.ts';
export { type DatabaseOptions, openDatabase, type Database } from './open.ts';
export { rowsAs, rowsAsText } from './rows-as.ts';
export type { DB } from './schema.ts';
export { DatabaseStartError } from './start-error.ts';
export { isPlannedForValues, PLANNED_FOR_VALUES } from './statements.ts';
export { withCommit } from './with-commit.ts';
