import type { Outcome } from './lane.ts';
import type { FuzzRequest } from './request.ts';

const NOT_IMPLEMENTED = 501;

/** @returns what is wrong with a reply, in one sentence; null when nothing is */
export function problemOf(
  request: Pick<FuzzRequest, 'kind' | 'route' | 'bytes'>,
  outcome: Outcome,
): string | null {
  const { kind, status, type, body } = outcome;
  if (kind === 'silent') return request.kind === 'cut' ? null : `${request.route} got no whole reply in 30 s`;
  if (kind === 'closed')
    return request.kind === 'whole' ? `${request.route}: the connection was closed` : null;
  // The protocol of the office service requires 501 for operations that a host does not have.
  if (status === NOT_IMPLEMENTED && toOffice(request.bytes)) return null;
  if (status >= 500) return `${request.route} got ${status}`;
  if (status < 200 || Number.isNaN(status)) return `${request.route} got the status ${status}`;
  if (status < 400 || !type.startsWith('application/json') || body.length === 0) return null;
  return envelopeProblem(request.route, status, body);
}

const toOffice = (bytes: Buffer) => /^\w+ \/wopi\//.test(bytes.toString('latin1', 0, 100));

/** A refusal is the envelope of the contract with the same code. Health pages and the office service have none. */
function envelopeProblem(route: string, status: number, body: Buffer): string | null {
  if (!route.includes(' /api/')) return null;
  try {
    const text = body.toString();
    const start = text.indexOf('{');
    const { code } = JSON.parse(text.slice(start, text.lastIndexOf('}') + 1)) as { code: unknown };
    return code === status ? null : `${route} got ${status} with the code ${String(code)}`;
  } catch {
    return `${route} got ${status} without an envelope`;
  }
}
