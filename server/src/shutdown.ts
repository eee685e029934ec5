import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** One step of a shutdown. */
export interface ShutdownStep {
  name: string;
  /** @param limitMs time after which the shutdown continues without this step */
  run: (limitMs: number) => Promise<unknown>;
}

/** Steps that run concurrently. */
export interface ShutdownStage {
  /** share of the total time, relative to the other stages */
  share: number;
  steps: readonly ShutdownStep[];
}

interface ShutdownOptions {
  /** time of the complete shutdown in ms */
  withinMs: number;
  log: FastifyBaseLogger;
}

/**
 * Stops the components of the server, one stage after the other, within one deadline (SAFE-26). Each stage gets its
 * share of the remaining time, so that unused time is available to later stages. A step that fails or takes too long is
 * logged and does not prevent the others.
 * @returns true when no step failed; a step that was abandoned at its limit has not failed
 */
export async function shutDown(
  stages: readonly ShutdownStage[],
  { withinMs, log }: ShutdownOptions,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  let isClean = true;
  for (const [index, { share, steps }] of stages.entries()) {
    const sharesLeft = stages.slice(index).reduce((sum, stage) => sum + stage.share, 0);
    const limitMs = (Math.max(0, deadline - performance.now()) * share) / sharesLeft;
    const ends = await Promise.all(steps.map((step) => endWithin(step, limitMs, log)));
    if (ends.includes('failed')) isClean = false;
  }
  return isClean;
}

async function endWithin(
  { name, run }: ShutdownStep,
  limitMs: number,
  log: FastifyBaseLogger,
): Promise<'ended' | 'late' | 'failed'> {
  const timer = new AbortController();
  const late = sleep(limitMs, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const);
  try {
    const end = await Promise.race([run(limitMs).then(() => 'ended' as const), late]);
    if (end === 'late')
      log.warn({ step: name, limitMs }, 'Shutdown step takes too long; continuing without it');
    return end;
  } catch (error) {
    log.error({ err: error, step: name }, 'Shutdown step failed; continuing with the others');
    return 'failed';
  } finally {
    timer.abort();
  }
}
