import type pg from 'pg';

type Release = (error?: Error | boolean) => void;

/**
 * Makes a second release of a connection do nothing instead of throwing. graphile-worker gives its listening connection
 * back twice when the database goes away while the workers stop, in a promise that nobody waits for: that would end the
 * process (seen with 0.18.0, main.js, `release` in `listenForChanges`).
 */
export function releaseOnce(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    let current: Release = () => undefined;
    // The pool gives the client a new release function at every checkout.
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
