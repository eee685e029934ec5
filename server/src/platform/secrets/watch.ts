import type { Database, Log } from '../database/index.ts';
import { selectStoredKey } from './queries.ts';
import { fingerprintOf, type SecretKey } from './secret-key.ts';

export const KEY_CHANNEL = 'secret_key';

interface WatchDeps {
  key: SecretKey;
  database: Database;
  log: Log;
}

/** Watches whether the database still belongs to the key of this process. */
export interface KeyWatch {
  /** Resolves when the key was replaced: this process must end, because it would seal with the old key. */
  replaced: Promise<void>;
  close(): Promise<void>;
}

/**
 * `rotate-key` demands that all servers are stopped. A server that was cut off from the database at that moment finds
 * out when its connection is back.
 */
export function watchKey({ key, database, log }: WatchDeps): KeyWatch {
  const { promise: replaced, resolve } = Promise.withResolvers<void>();
  const check = () => {
    selectStoredKey(database.kysely).then(
      ({ fingerprint }) => {
        if (fingerprint === fingerprintOf(key)) return;
        log.error('Secret key of the vault was replaced; this server stops, start it with the new key');
        resolve();
      },
      // The check is repeated when the connection is back.
      () => undefined,
    );
  };
  const listening = database.listen({
    channel: KEY_CHANNEL,
    onMessage: check,
    onBegin: check,
    onLost: () => undefined,
  });
  return { replaced, close: () => listening.close() };
}
