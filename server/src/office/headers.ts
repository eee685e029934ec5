import type { FastifyRequest } from 'fastify';
import { Refusals } from './refusal.ts';

/** A header of a request; '' when there is none. @param name in lower case */
export function headerOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

/** Microsoft, "SupportsExtendedLockLength" */
const LONGEST_LOCK = 1024;

/**
 * The lock id of a request.
 * @throws 400 when there is none, or it is too long
 */
export function lockIn(request: Pick<FastifyRequest, 'headers'>): string {
  const lock = headerOf(request, 'x-wopi-lock');
  if (lock === '' || lock.length > LONGEST_LOCK) throw Refusals.noLockGiven();
  return lock;
}

/** Returns the whole number in a header; null when there is none, or another value. */
export function numberIn(request: Pick<FastifyRequest, 'headers'>, name: string): number | null {
  const text = headerOf(request, name);
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
