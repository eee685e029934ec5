import { PartUnavailable } from '../unavailable.ts';

/** SQLSTATEs and connection errors, translated once. See PostgreSQL's appendix A. */

const UNAVAILABLE = new Set([
  // PostgreSQL stops, starts or recovers; too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53200',
  '53300',
  '53400',
  // The lease of a transaction has ended (SAFE-28), or that of an idle connection.
  '25P03',
  '25P04',
  '57P05',
  // Its disk fails.
  '58030',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Codes that a file gives too, or a process without free descriptors: unavailable when a socket gives them. */
const UNAVAILABLE_SOCKET = new Set(['ENOENT', 'EAGAIN', 'EMFILE', 'ENFILE', 'EADDRNOTAVAIL']);
/** What pg says without a code. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (has encountered|was closed)|Cannot use a pool after)/;

interface DatabaseFailure {
  code?: string;
  syscall?: string;
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
  if (error instanceof PartUnavailable) return error.part === 'database';
  const code = codeOf(error);
  if (code !== null && (UNAVAILABLE.has(code) || code.startsWith('08'))) return true;
  if (code !== null && UNAVAILABLE_SOCKET.has(code)) return (error as DatabaseFailure).syscall === 'connect';
  return error instanceof Error && UNAVAILABLE_MESSAGES.test(error.message);
}

/** @returns whether a connection or statement was given up because nothing was received, and not refused */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof PartUnavailable || /^(timeout expired|Query read timeout)/.test(error.message);
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
