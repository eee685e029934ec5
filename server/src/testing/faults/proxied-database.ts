import pino from 'pino';
import type { Log } from '../../platform/database/index.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import type { AttachOptions } from '../../platform/database/open.ts';
import { openCopy } from '../test-server.ts';
import { DatabaseProxy, type ProxyOptions } from './database-proxy.ts';

/** A test database whose connections pass through a proxy that can fail. */
export interface ProxiedDatabase {
  /** for `createTestApp({ database })`; its `drop` also closes the proxy and the direct connections */
  readonly database: TestDatabase;
  readonly proxy: DatabaseProxy;
  /** the same database without the proxy: for checks, and for a second server */
  readonly direct: TestDatabase;
}

/** Limits for tests that do not measure the real ones. A busy machine connects and answers within them. */
export const SHORT_LIMITS = { silenceMs: 400, answerMs: 800, connectMs: 3_000, probeEveryMs: 50 };

/** @param options those of a server's database and those of the proxy; the default limits are SHORT_LIMITS */
export async function createProxiedDatabase(
  { hidesNames, ...options }: AttachOptions & ProxyOptions = {},
  log: Log = pino({ level: 'silent' }),
): Promise<ProxiedDatabase> {
  const direct = await createTestDatabase();
  const proxy = await DatabaseProxy.start(direct.target, { hidesNames: hidesNames ?? false });
  const through = openCopy(proxy.target, log, { limits: SHORT_LIMITS, ...options });
  const drop = async () => {
    await proxy.close();
    await through.close();
    await direct.drop();
  };
  return { database: { ...direct, ...through, drop }, proxy, direct };
}
