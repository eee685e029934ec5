import type { Client } from '../support/client.ts';
import { Findings } from '../support/report.ts';
import type { CallerName } from './callers.ts';
import { Lane, type Outcome } from './lane.ts';
import { type FuzzRequest, requestOf } from './request.ts';
import { type World, WorldKeeper } from './world.ts';

export interface FuzzOptions {
  origin: string;
  signIn: (name: CallerName) => Promise<Client>;
  seed: number;
  /** the number of the first request */
  from: number;
  requests: number;
  /** requests at the same time */
  lanes: number;
  /** the vault is emptied and filled again after that many requests */
  refreshEvery: number;
  /** no further requests are sent after this time, in milliseconds since 1970 */
  until?: number;
  /** is called before each refresh with the number of sent requests */
  onProgress?: (sent: number) => Promise<void>;
}

export interface FuzzResult {
  findings: Findings;
  sent: number;
  /** replies by their status; 'closed' for a connection that ended without one */
  outcomes: Record<string, number>;
  /** requests by what is malformed in them */
  kinds: Record<string, number>;
  /** routes that got a request, and those that accepted one: their requests pass all checks before the handler */
  routes: { requested: number; accepted: number; neverAccepted: string[] };
}

const SHOWN_BYTES = 3000;
const NOT_IMPLEMENTED = 501;

/** SAFE-11: sends malformed requests to every route and checks that each gets a proper reply. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { origin, seed, from, requests, refreshEvery, until = Infinity, onProgress } = options;
  let sent = 0;
  const keeper = new WorldKeeper(options.signIn);
  const findings = new Findings();
  const outcomes: Record<string, number> = {};
  const kinds: Record<string, number> = {};
  const requested = new Set<string>();
  const accepted = new Set<string>();
  const lanes = Array.from({ length: options.lanes }, () => new Lane(origin));

  const sendOne = async (lane: Lane, number: number, world: World) => {
    const request = requestOf(seed, number, world);
    const outcome = await lane.send(request);
    requested.add(request.route);
    if (outcome.status >= 200 && outcome.status < 300) accepted.add(request.route);
    const status = outcome.kind === 'reply' ? String(outcome.status) : outcome.kind;
    outcomes[status] = (outcomes[status] ?? 0) + 1;
    kinds[request.what] = (kinds[request.what] ?? 0) + 1;
    const problem = problemOf(request, outcome);
    if (problem !== null) findings.add(`request ${number}: ${problem}`, detailsOf(request, outcome));
  };

  for (let start = from; start < from + requests && Date.now() < until; start += refreshEvery) {
    const world = await keeper.refresh();
    const end = Math.min(start + refreshEvery, from + requests);
    const numbers = numbersFrom(start, end);
    await Promise.all(
      lanes.map(async (lane) => {
        for (const number of numbers) await sendOne(lane, number, world);
      }),
    );
    sent += end - start;
    await onProgress?.(sent);
  }
  for (const lane of lanes) lane.close();
  const neverAccepted = [...requested].filter((route) => !accepted.has(route)).toSorted();
  const routes = { requested: requested.size, accepted: accepted.size, neverAccepted };
  return { findings, sent, outcomes, kinds, routes };
}

function* numbersFrom(start: number, end: number): Generator<number> {
  for (let number = start; number < end; number += 1) yield number;
}

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

function detailsOf({ what, kind, role, bytes }: FuzzRequest, { body, status }: Outcome) {
  return {
    what,
    kind,
    role,
    status,
    request: bytes.subarray(0, SHOWN_BYTES).toString('latin1'),
    reply: body.subarray(0, SHOWN_BYTES).toString(),
  };
}
