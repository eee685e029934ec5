import { whenIdle } from './when-idle.ts';
import { withResolvers } from './with-resolvers.ts';

const { promise: firstView, resolve } = withResolvers<void>();

/** Says that the page shows its first data. From now on, code that is needed later may be loaded (SPEED-12). */
export const endFirstView: () => void = resolve;

/**
 * Runs low-priority work when the first view has ended and the browser is idle. While the first data is loading, the
 * browser is idle, too, but the work would take a part of the network.
 * @returns a function that cancels it
 */
export function afterFirstView(work: () => void): () => void {
  let cancel: (() => void) | null = null;
  let isCancelled = false;
  void firstView.then(() => {
    if (!isCancelled) cancel = whenIdle(work);
  });
  return () => {
    isCancelled = true;
    cancel?.();
  };
}
