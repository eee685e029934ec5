/** The messages from a worker to the primary process. */
export type WorkerMessage =
  /** it accepts requests; `text` is for the terminal */
  | { kind: 'ready'; text: string }
  /** it needs the metrics of all workers */
  | { kind: 'metrics'; id: number }
  /** the answer to `ping` */
  | { kind: 'alive' };

/** The messages from the primary process to a worker. */
export type PrimaryMessage =
  | { kind: 'stop' }
  | { kind: 'ping' }
  /** null: a worker did not answer in time */
  | { kind: 'metrics'; id: number; text: string | null };

/** The id that node:cluster gives to the first worker: what must be done once at a start is done by it. */
export const FIRST_WORKER_ID = 1;
