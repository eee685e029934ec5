import { Gauge, type Registry } from 'prom-client';
import type { BlobDamaged } from '../platform/blobs/index.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { countDamaged, markDamaged } from './damage.queries.ts';

interface DamageDeps {
  database: Database;
  log: Log;
}

/** Returns a callback that marks damaged blobs (SAFE-22) without delaying the read that found the damage. */
export function damageMarker({ database, log }: DamageDeps): (damaged: BlobDamaged) => void {
  return ({ key }) => {
    markDamaged(database.kysely, key).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ blobKey: key, reason }, 'Could not mark a damaged blob; the next read of it tries again');
    });
  };
}

/** Adds the number of damaged blobs to `/metrics`. */
export function measureDamage({ database, metrics }: { database: Database; metrics: Registry }): void {
  const gauge = new Gauge({
    name: 'vault_damaged_blobs',
    help: 'Blobs whose stored bytes are known to be missing or wrong',
    registers: [],
    // Several server processes read the same value.
    aggregator: 'first',
    async collect() {
      // Keeps the last count while the database is not available.
      await countDamaged(database.kysely).then(
        (count) => this.set(count),
        () => {},
      );
    },
  });
  metrics.registerMetric(gauge);
}
