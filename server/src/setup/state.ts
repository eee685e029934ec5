import type { Database } from '../platform/database/index.ts';
import { hasAccounts } from '../session/index.ts';

/** Whether a vault still waits for its first administrator (GUARD-03). */
export interface VaultSetup {
  /** Asks the database until an account exists, because another server or `npm run user` can make it. */
  isPending(): Promise<boolean>;
}

/** @param needsAccount false when accounts come from the demo, a file or an issuer */
export function createSetup(database: Database, needsAccount: boolean): VaultSetup {
  let isDone = !needsAccount;
  let running: Promise<boolean> | null = null;
  const ask = async () => {
    try {
      isDone = await hasAccounts(database.kysely);
      return !isDone;
    } finally {
      running = null;
    }
  };
  return {
    // Calls at the same time share one query.
    isPending: async () => !isDone && (running ??= ask()),
  };
}
