import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** One thing to end, in the order in which the steps are given. */
export interface ShutdownStep {
  name: string;
  /** after this long the next step begins */
  limitMs: number;
  run: () => Promise<unknown>;
}

/**
 * Ends the parts of the server one after the other. A step that fails or takes too long is logged and does not
 * keep the others from ending.
 * @returns whether every step ended in time
 */
export async function shutDown(steps: readonly ShutdownStep[], log: FastifyBaseLogger): Promise<boolean> {
  let clean = true;
  for (const { name, limitMs, run } of steps) {
    const outcome = await Promise.race([
      run().then(
        () => null,
        (error: unknown) => error,
      ),
      sleep(limitMs, new Error('took too long'), { ref: false }),
    ]);
    if (outcome === null) continue;
    clean = false;
    log.error({ err: outcome, step: name }, 'could not end cleanly');
  }
  return clean;
}
