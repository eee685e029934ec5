import { withResolvers } from '../../kit/with-resolvers.ts';

/** When the calls that several items share are made. */
export interface Pace {
  /** Called when an item begins to wait for a shared call. */
  joined: () => void;
  /** Called when items no longer wait, because their call is made. */
  left: (count: number) => void;
  /** Called when the number of running items has changed. */
  changed: () => void;
  /** Resolves when a call is to be made for the items of a group. @param size how many of them wait */
  untilDue: (size: () => number) => Promise<void>;
}

/** A large file can be sent for minutes; the items that are ready do not wait for it. */
const LONGEST_WAIT_MS = 200;

/**
 * Creates the pace of a queue (SPEED-04): a call is made when enough items wait for it, when every running item waits
 * for some call, so that no other could join, or after 200 ms.
 * @param enough the number of items that do not wait for more
 * @param running how many items run; 0 while items need not wait for each other
 */
export function createPace(enough: number, running: () => number): Pace {
  let waiting = 0;
  const checks = new Set<() => void>();
  const changed = () => {
    for (const check of checks) check();
  };
  return {
    joined() {
      waiting += 1;
      changed();
    },
    left(count) {
      waiting -= count;
    },
    changed,
    untilDue: (size) => {
      const { promise, resolve } = withResolvers<void>();
      const begin = () => {
        clearTimeout(timer);
        checks.delete(check);
        resolve();
      };
      const timer = setTimeout(begin, LONGEST_WAIT_MS);
      const check = () => {
        if (size() >= enough || waiting >= running()) begin();
      };
      checks.add(check);
      check();
      return promise;
    },
  };
}
