import type * as z from 'zod';

/** The options of a kind of job. */
export interface KindOptions {
  /** Jobs of one queue run one after the other, so that slow ones leave workers free for quick ones. */
  readonly queue?: string;
  /** Maximum number of tries; the pause between them grows. 25 by default, which is about three days. */
  readonly maxAttempts?: number;
}

/** A kind of job: its name in the queue and the schema of its payload. An area declares its kinds once. */
export interface JobKind<Payload> extends KindOptions {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
}

/** The context of a running job. */
export interface JobContext {
  /** Fires when the server stops: the job should end soon. A job that throws then is retried later. */
  readonly signal: AbortSignal;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** A kind of job and the function that does its work, which must be safe to repeat: a job can run more than once. */
export interface Task {
  readonly kind: JobKind<unknown>;
  readonly run: (payload: unknown, context: JobContext) => Promise<void>;
}

/**
 * @param name in crontab syntax: letters, digits, `_` and `-`
 * @param payload checked when a job is added and again when it runs, which can be after an update of the vault
 */
export function jobKind<Payload>(
  name: string,
  payload: z.ZodType<Payload>,
  options: KindOptions = {},
): JobKind<Payload> {
  if (!/^[a-z][\w-]*$/i.test(name)) throw new Error(`"${name}" cannot be the name of a kind of job`);
  return { ...options, name, payload };
}

/** Binds the work to its kind. A payload that no longer matches fails the job, which is logged. */
export function task<Payload>(
  kind: JobKind<Payload>,
  run: (payload: Payload, context: JobContext) => Promise<void>,
): Task {
  return { kind, run: (payload, context) => run(kind.payload.parse(payload), context) };
}
