import type * as z from 'zod';

/** How jobs of a kind are done. */
export interface KindOptions {
  /** Jobs of one queue are done one after the other, so that slow ones leave the workers to quick ones. */
  readonly queue?: string;
  /** Tries before a job is given up; the pause between them grows. 25 when left out, which is about three days. */
  readonly maxAttempts?: number;
}

/** A kind of job: its name in the queue and the shape of what it is told. An area declares its kinds once. */
export interface JobKind<Payload> extends KindOptions {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
}

/** What a running job may use. */
export interface JobContext {
  /** Fires when the server stops and the job should end soon; it is tried again later when it throws. */
  readonly signal: AbortSignal;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** A kind together with the work. Work is done at least once, so doing it twice must do no harm. */
export interface Task {
  readonly kind: JobKind<unknown>;
  readonly run: (payload: unknown, context: JobContext) => Promise<void>;
}

/**
 * @param name as a crontab takes it: letters, digits, `_` and `-`
 * @param payload checked when a job is added and again when it is run, which may be after an update of the vault
 */
export function jobKind<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  options: KindOptions = {},
): JobKind<Payload> {
  if (!/^[a-z][\w-]*$/i.test(name)) throw new Error(`"${name}" cannot be the name of a kind of job`);
  return { ...options, name, payload };
}

/** Binds the work to its kind. A payload that no longer fits fails the job, which shows in the log. */
export function task<Payload>(
  kind: JobKind<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
): Task {
  return { kind, run: (payload, context) => run(kind.payload.parse(payload), context) };
}
