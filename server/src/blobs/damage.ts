import { Gauge, type Registry } from 'prom-client';
import type { BlobDamaged } from '../platform/blobs/index.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { countDamaged, markDamaged } from './damage.queries.ts';

interface DamageDeps {
  database: Database;
  log: Log;
}

/** Marks blobs whose bytes were found damaged (SAFE-22), in the background of the read that found it. */
export function damageMarker({ database, log }: DamageDeps): (damaged: BlobDamaged) => void {
  return ({ key }) => {
    markDamaged(database.kysely, key).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ blobKey: key, reason }, 'Damaged blob not marked; the next read of it marks it');
    });
  };
}

/** Shows on `/metrics` how many blobs are marked as damaged. */
export function measureDamage({ database, metrics }: { database: Database; metrics: Registry }): void {
  const gauge = new Gauge({
    name: 'vault_damaged_blobs',
    help: 'Blobs whose stored bytes are known to be missing or wrong',
    registers: [],
    async collect() {
      // While the database is away the last count stays.
      await countDamaged(database.kysely).then(
        (count) => this.set(count),
        () => {},
      );
    },
  });
  metrics.registerMetric(gauge);
}
