import { DependencyUnavailable } from '../unavailable.ts';

/**
 * Why the database did not execute a correct statement. The caller can repeat the call later (SAFE-06):
 * `unreachable`: no connection can be opened, or PostgreSQL or the network has ended it, or its disk fails;
 * `timed out`: a statement or a lock exceeded its limit;
 * `over limits`: no connection, memory or other resource is left;
 * `read only`: PostgreSQL accepts no changes, as after a failover or when a provider protects a full disk;
 * `conflict`: the transaction lost a race or broke a deadlock, also when it was repeated;
 * `out of space`: the disk of the database is full.
 */
export type DatabaseFailure =
  | 'unreachable'
  | 'timed out'
  | 'over limits'
  | 'read only'
  | 'conflict'
  | 'out of space';

/** SQLSTATEs (PostgreSQL's appendix A) and system codes of an open connection. A class has two characters. */
const FAILURES = new Map<string, DatabaseFailure>([
  ['08', 'unreachable'],
  // The lease of a transaction has ended (SAFE-28); PostgreSQL has closed the connection.
  ['25P03', 'unreachable'],
  ['25P04', 'unreachable'],
  // PostgreSQL stops, starts or recovers; the database was dropped; an idle connection has ended.
  ['57P', 'unreachable'],
  // Errors outside of PostgreSQL, such as EIO.
  ['58', 'unreachable'],
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['ECONNABORTED', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['57014', 'timed out'],
  ['55P03', 'timed out'],
  ['53', 'over limits'],
  ['53100', 'out of space'],
  ['25006', 'read only'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
]);

/** Messages of pg and pg-pool that have no code. */
const FAILURE_MESSAGES: readonly (readonly [RegExp, DatabaseFailure])[] = [
  [/^timeout exceeded when trying to connect/, 'over limits'],
  [/^Query read timeout/, 'timed out'],
  [
    /^(Connection terminated|timeout expired|Client (has encountered|was closed)|Cannot use a pool after)/,
    'unreachable',
  ],
];

/** A connection to the database could not be opened. It has the message and the code of its cause. */
export class ConnectFailed extends DependencyUnavailable {
  override readonly name = 'ConnectFailed';
  readonly code: string | null;

  constructor(cause: Error) {
    super('database', cause.message, { cause });
    this.code = codeOf(cause);
  }
}

/** The only function that decides which errors are failures of the database, and of which kind. */
export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  if (error instanceof DependencyUnavailable && error.dependency !== 'database') return null;
  const code = codeOf(error) ?? '';
  const byCode = FAILURES.get(code) ?? FAILURES.get(code.slice(0, 3)) ?? FAILURES.get(code.slice(0, 2));
  if (byCode !== undefined) return byCode;
  if (error instanceof DependencyUnavailable) return 'unreachable';
  if (!(error instanceof Error)) return null;
  // oxlint-disable-next-line vault/no-message-comparison -- node-postgres gives these errors no code
  return FAILURE_MESSAGES.find(([message]) => message.test(error.message))?.[1] ?? null;
}

interface DatabaseError {
  constraint?: string;
  routine?: string;
}

/** @returns the SQLSTATE or system code of an error, null when it has none */
export function codeOf(error: unknown): string | null {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

/** @param constraint the name in the migration; without it any unique rule counts */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23505', error, constraint);
}

/** @param constraint the name in the migration; without it any foreign key counts */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23503', error, constraint);
}

/** @returns whether the same transaction can succeed when it is repeated: lost a race, broke a deadlock */
export function isRetryable(error: unknown): boolean {
  const isOutdatedPlan = (error as DatabaseError | null)?.routine === 'RevalidateCachedQuery';
  return databaseFailureOf(error) === 'conflict' || isOutdatedPlan;
}

/** @returns whether PostgreSQL has refused a statement because an earlier one of its transaction has failed */
export function isBehindFailure(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** @returns whether a connection or statement failed because no reply was received; a refusal is a reply */
export function isTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isGivenUp = error instanceof DependencyUnavailable && !(error instanceof ConnectFailed);
  // oxlint-disable-next-line vault/no-message-comparison -- as above
  return isGivenUp || /^(timeout expired|Query read timeout)/.test(error.message);
}

/** @returns whether a value exceeds one of PostgreSQL's own limits, such as the size of a full-text index entry */
export function isValueTooLarge(error: unknown): boolean {
  return codeOf(error) === '54000';
}

function isViolation(sqlState: string, error: unknown, constraint: string | undefined): boolean {
  if (codeOf(error) !== sqlState) return false;
  return constraint === undefined || (error as DatabaseError).constraint === constraint;
}
