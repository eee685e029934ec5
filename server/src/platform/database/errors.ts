/** SQLSTATEs and connection errors, translated once. See PostgreSQL's appendix A. */

const UNAVAILABLE = new Set([
  // PostgreSQL stops, starts or recovers; too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53200',
  '53300',
  '53400',
  // Its disk fails.
  '58030',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** What pg says without a code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered|was closed))/;

interface DatabaseFailure {
  code?: string;
  constraint?: string;
  routine?: string;
}

/** @returns the SQLSTATE or system code of an error, null when it has none */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  return (error as DatabaseFailure).code ?? null;
}

/** @param constraint the name in the migration; without it any unique rule counts */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23505', error, constraint);
}

/** @param constraint the name in the migration; without it any foreign key counts */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23503', error, constraint);
}

/** @param constraint the name in the migration; without it any check counts */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return isViolation('23514', error, constraint);
}

/** @returns whether the same transaction may well succeed when it is done again: lost a race, broke a deadlock */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  const isOutdatedPlan = (error as DatabaseFailure | null)?.routine === 'RevalidateCachedQuery';
  return code === '40001' || code === '40P01' || isOutdatedPlan;
}

/** @returns whether the database took longer than the statement or lock time-out allows */
export function isTimeout(error: unknown): boolean {
  const code = codeOf(error);
  return code === '57014' || code === '55P03';
}

/** @returns whether the database cannot be reached at the moment: the caller should answer 503 and try later */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== null && (UNAVAILABLE.has(code) || code.startsWith('08'))) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** @returns whether the database has no space left on its disk */
export function isOutOfSpace(error: unknown): boolean {
  return codeOf(error) === '53100';
}

/** @returns whether a value is larger than one of PostgreSQL's own limits, such as that of a text's words */
export function isOverLimit(error: unknown): boolean {
  return codeOf(error) === '54000';
}

function isViolation(sqlState: string, error: unknown, constraint: string | undefined): boolean {
  if (codeOf(error) !== sqlState) return false;
  return constraint === undefined || (error as DatabaseFailure).constraint === constraint;
}
