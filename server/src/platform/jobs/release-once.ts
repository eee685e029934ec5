import type pg from 'pg';

type Release = (error?: Error | boolean) => void;

/**
 * Makes a second release of a connection do nothing instead of throwing. graphile-worker releases its listening
 * connection twice when the database becomes unavailable while the workers stop, in a promise that is not awaited: that
 * would end the process (seen with 0.18.0, main.js, `release` in `listenForChanges`).
 */
export function releaseOnce(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    let current: Release = () => undefined;
    // The pool sets a new release function on the client at every checkout.
    Object.defineProperty(client, 'release', {
      configurable: true,
      get: () => current,
      set: (release: Release) => {
        let isReleased = false;
        current = (error) => {
          if (isReleased) return;
          isReleased = true;
          release(error);
        };
      },
    });
  });
}
