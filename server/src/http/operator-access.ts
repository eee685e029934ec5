import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Who may read metrics, details of the readiness and the API document (GUARD-08). */
export interface OperatorAccess {
  /** METRICS_TOKEN; null: no token is valid */
  token: string | null;
  /**
   * Whether a client's address is of this machine; null when an address proves nothing, because other machines can
   * reach the vault and no proxy is named
   */
  isLoopback: ((address: string) => boolean) | null;
}

/** Headers that proxies add. A forwarded request is never local, whatever address its headers name. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** Whether the request was sent by this machine, or has the token of the operator. */
export function isOperator(request: FastifyRequest, access: OperatorAccess): boolean {
  return hasToken(request, access) || isLocal(request, access);
}

const isLocal = ({ ip, headers }: FastifyRequest, { isLoopback }: OperatorAccess): boolean =>
  isLoopback?.(ip) === true && FORWARDED.every((name) => headers[name] === undefined);

/** Compares hashes, which takes the same time for every token. */
function hasToken({ headers: { authorization = '' } }: FastifyRequest, { token }: OperatorAccess): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return token !== null && timingSafeEqual(hash(given), hash(token));
}
