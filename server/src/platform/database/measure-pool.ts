import { Gauge, Histogram, type Registry } from 'prom-client';
import type pg from 'pg';

type Connect = (callback?: (...args: unknown[]) => void) => unknown;

/**
 * Measures the request pool (NODES-11): its connections, and how long calls wait while all of them are in use. Of
 * several server processes the sum counts.
 */
export function measurePool(pool: pg.Pool, metrics: Registry): void {
  const registers = [metrics];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('vault_database_connections_max', 'Largest size of the request pool', () => pool.options.max ?? 0);
  gauge(
    'vault_database_connections_used',
    'Connections of the request pool that are in use',
    () => pool.totalCount - pool.idleCount,
  );
  gauge(
    'vault_database_waiting',
    'Calls that wait for a connection of the request pool',
    () => pool.waitingCount,
  );
  const wait = new Histogram({
    name: 'vault_database_wait_seconds',
    help: 'Waits for a connection while all connections of the request pool are in use',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  // The overloads of pg.Pool.connect fit no single implementation, so it is replaced as a value.
  const connect = pool.connect.bind(pool) as Connect;
  pool.connect = ((callback?: (...args: unknown[]) => void) => {
    const isFull = pool.idleCount === 0 && pool.totalCount >= (pool.options.max ?? 0);
    if (!isFull) return connect(callback);
    const end = wait.startTimer();
    if (callback !== undefined) {
      return connect((...args) => {
        end();
        callback(...args);
      });
    }
    return (connect() as Promise<pg.PoolClient>).finally(() => void end());
  }) as pg.Pool['connect'];
}
