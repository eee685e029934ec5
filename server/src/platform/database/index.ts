export {
  codeOf,
  isCheckViolation,
  isForeignKeyViolation,
  isRetryable,
  isTimeout,
  isUnavailable,
  isUniqueViolation,
} from './errors.ts';
export { graphileLog } from './graphile-log.ts';
export type { Log } from './log.ts';
export { openDatabase, type Database, type DatabaseOptions } from './open.ts';
export type { PoolOptions } from './pool.ts';
export type { DB } from './schema.ts';
export type { TransactionOptions } from './transaction.ts';
