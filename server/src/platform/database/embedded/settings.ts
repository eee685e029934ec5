import { totalmem } from 'node:os';

/** PostgreSQL settings by name, as on its command line. */
export type Settings = Readonly<Record<string, string>>;

const GIB = 1024 ** 3;

/**
 * The settings of the embedded PostgreSQL. They are passed on the command line, so that a new version of the vault
 * changes them for old data directories too.
 * @param socketDirectory the private folder of the unix socket, the only access
 * @param memoryBytes the memory of the machine
 */
export function serverSettings(socketDirectory: string, memoryBytes = totalmem()): Settings {
  return {
    // No network access: the package bundles OpenSSL 1.1, and the socket's folder is the only protection.
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: '100',
    // A successful reply means durable (DATA). These are the defaults, set explicitly because the product promises
    // them.
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: memoryBytes < 2 * GIB ? '64MB' : '256MB',
    effective_cache_size: `${Math.max(128, Math.floor(memoryBytes / 2 / 1024 ** 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // JIT is off: compiling a plan takes longer than the short queries of a vault.
    jit: 'off',
    // On a solid-state disk reading a random page costs nearly as little as reading the next page.
    random_page_cost: '1.1',
    // The embedded server has no replicas; the wal level stays high enough for an online backup.
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    track_io_timing: 'on',
    // Plans fit a table soon after many small changes (SPEED-03); after a large one the vault refreshes statistics
    // itself.
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %a ',
    log_min_duration_statement: '2000',
    log_lock_waits: 'on',
    // The log is written to postgres.log through standard error; there is no collector process.
    logging_collector: 'off',
  };
}

/** The settings of a test run: as in production, except durability, which no test needs. */
export const TEST_SETTINGS: Settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
  // Server processes of tests claim up to 30 each (NODES-07).
  max_connections: '400',
};

/** @returns the settings as arguments of the postgres program */
export function asArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
