import { AsyncLocalStorage } from 'node:async_hooks';
import { userInfo } from 'node:os';

/** Who causes the running work. */
export type Actor =
  /** a caller without a session or a visit */
  | { kind: 'anonymous' }
  /** `email`: null when only a signed address names the person */
  | { kind: 'person'; id: string; name: string; email: string | null }
  /** `email`: the verified address; null behind a public link */
  | { kind: 'visitor'; visitId: string; linkId: string; recordId: string; email: string | null }
  /** a job, or the start of the server */
  | { kind: 'system' }
  /** `user`: the name of the user of the operating system */
  | { kind: 'command'; user: string };

/** Who causes the running work, and from where. */
export interface ActorContext {
  actor: Actor;
  /** the id of the request in the log; null outside of requests */
  requestId: string | null;
  /** null outside of requests */
  clientAddress: string | null;
  /** null when the request has none */
  userAgent: string | null;
}

const contexts = new AsyncLocalStorage<ActorContext>();

const outsideOfRequests = (actor: Actor): ActorContext => ({
  actor,
  requestId: null,
  clientAddress: null,
  userAgent: null,
});

/** The context of jobs, and of work without another one. */
export const systemContext = (): ActorContext => outsideOfRequests({ kind: 'system' });

/** The context of a command of an administrator on this machine. */
export function commandContext(): ActorContext {
  return outsideOfRequests({ kind: 'command', user: userOfSystem() });
}

/** A container can run with a user id that has no name. */
function userOfSystem(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Runs work in a context; everything that it starts has the same one. */
export function runAs<T>(context: ActorContext, work: () => T): T {
  return contexts.run(context, work);
}

/**
 * Completes the context of the running request with its caller. Authentication and the gates call it, each at one
 * place.
 * @throws Error outside of `runAs`: an action must never be recorded for another actor
 */
export function identifyActor(actor: Actor): void {
  const context = contexts.getStore();
  if (context === undefined) throw new Error('identifyActor needs the context of a request');
  context.actor = actor;
}

/**
 * Who causes the running work, for what senders share by turns: the id of the person, or of the link with all of its
 * visitors. undefined for the work of no one (GUARD-41).
 */
export function currentSender(): string | undefined {
  const { actor } = currentContext();
  if (actor.kind === 'person') return actor.id;
  return actor.kind === 'visitor' ? actor.linkId : undefined;
}

/** A copy of the present context. Work that runs for several requests together takes it before it joins them. */
export function currentContext(): ActorContext {
  const context = contexts.getStore();
  return context === undefined ? systemContext() : { ...context };
}
