import { retryAfterOutage } from '../../availability/index.ts';
import type { Activity } from './item.ts';
import { setActivity, type Run } from './stages/stage.ts';
import { type ItemTransport, StageError } from './transport.ts';

/**
 * Returns the calls of a run. A call that meets an outage waits until the vault is back, and is repeated (SAFE-06).
 * Every step of the pipeline can be repeated safely (docs/decisions/uploads.md).
 */
export function retryingTransport(run: Run): ItemTransport {
  const { transport, availability, signal } = run;
  const retried = <T>(work: () => Promise<T>, progress?: () => number): Promise<T> => {
    const doing = run.get().activity;
    let waits = false;
    return retryAfterOutage(
      () => {
        if (waits) setActivity(run, doing);
        waits = false;
        return work();
      },
      {
        availability,
        outageOf: (error) => (error instanceof StageError ? error.outage : null),
        signal,
        onWait: (outage) => {
          waits = true;
          setActivity(run, { step: 'wait', outage } satisfies Activity);
        },
        ...(progress && { progress }),
      },
    );
  };
  return {
    prepare: (input) => retried(() => transport.prepare(input)),
    send: (input) => {
      /** number of bytes that the server has stored */
      let kept = 0;
      const onFound = (bytes: number) => {
        kept = Math.max(kept, bytes);
        input.onFound(bytes);
      };
      return retried(
        () => transport.send({ ...input, onFound }),
        () => kept,
      );
    },
    sendTogether: (input) => retried(() => transport.sendTogether(input)),
    scan: (input) => retried(() => transport.scan(input)),
    transfer: (input) => retried(() => transport.transfer(input)),
  };
}
