export {
  isCheckViolation,
  isForeignKeyViolation,
  isTimeout,
  isUnavailable,
  isUniqueViolation,
} from './errors.ts';
export { graphileLog } from './graphile-log.ts';
export type { Log } from './log.ts';
export { openDatabase, type Database } from './open.ts';
export type { DB } from './schema.ts';
export { DatabaseStartError } from './start-error.ts';
