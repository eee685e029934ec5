import { Findings } from '../support/report.ts';
import type { Outcome } from './lane.ts';
import { problemOf } from './problem.ts';
import type { FuzzRequest } from './request.ts';

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

/** A finding shows that much of the request and of the reply. */
const SHOWN_BYTES = 3000;

/** Counts the requests of a run and collects what is wrong with their replies. */
export class Tally {
  readonly #findings = new Findings();
  readonly #outcomes = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #requested = new Set<string>();
  readonly #accepted = new Set<string>();

  /** @param number of the request in the run */
  add(number: number, request: FuzzRequest, outcome: Outcome): void {
    const { kind, status } = outcome;
    increase(this.#outcomes, kind === 'reply' ? String(status) : kind);
    increase(this.#kinds, request.what);
    this.#requested.add(request.route);
    if (status >= 200 && status < 300) this.#accepted.add(request.route);
    const problem = problemOf(request, outcome);
    if (problem !== null) this.#findings.add(`request ${number}: ${problem}`, detailsOf(request, outcome));
  }

  /** @param sent how many requests of the run were sent */
  result(sent: number): FuzzResult {
    const neverAccepted = [...this.#requested].filter((route) => !this.#accepted.has(route)).toSorted();
    const routes = { requested: this.#requested.size, accepted: this.#accepted.size, neverAccepted };
    return {
      findings: this.#findings,
      sent,
      outcomes: Object.fromEntries(this.#outcomes),
      kinds: Object.fromEntries(this.#kinds),
      routes,
    };
  }
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
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
