import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIB } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { buildApp, type Deps } from '../app.ts';
import { damageMarker } from '../blobs/index.ts';
import { type BlobStore, diskBlobs, reportingStore } from '../platform/blobs/index.ts';
import { systemClock } from '../platform/clock.ts';
import { openDocumentReader } from '../platform/readers/index.ts';
import { createMailer } from '../platform/mail/index.ts';
import { createSecretKey } from '../platform/secrets/index.ts';
import { createSealer, createSigner } from '../platform/tokens/index.ts';
import { openWopiClient } from '../platform/wopi/index.ts';
import type { TestUser } from './accounts.ts';
import { type Client, createClient, signIn } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { FIRM, loadTestAccounts } from './load-test-accounts.ts';
import { sharedScanner } from './shared-scanner.ts';

/** The real server of one test file: its own database and blob store, the embedded scanner, real HTTP. */
export interface TestApp {
  app: FastifyInstance;
  /** such as 'http://127.0.0.1:40123' */
  origin: string;
  database: TestDatabase;
  deps: Deps & { blobStore: BlobStore };
  /** the folder of the blobs */
  blobsDir: string;
  /** a client of a signed-in user; always the same client for one user */
  as(user: TestUser): Promise<Client>;
  /** a client without a session */
  anonymous: Client;
  close(): Promise<void>;
}

/** The settings of the tests. A test that needs other values copies these and changes them. */
export const SETTINGS: Deps['settings'] = {
  publicUrl: null,
  trustProxy: false,
  isLocalOnly: true,
  metricsToken: null,
  maxUploadBytes: 64 * MIB,
  nameCharacters: 'spec',
  // A test does not depend on the space of the machine.
  minimumFree: { bytes: 0, percent: 0 },
  // Deleted versions are released at once.
  keepDays: 0,
  waitingLimits: {
    visit: { bytes: 256 * MIB, files: 20_000 },
    link: { bytes: 512 * MIB, files: 50_000 },
    account: { bytes: 1024 * MIB, files: 100_000 },
    record: { bytes: 1024 * MIB, files: 100_000 },
  },
  recordMaxBytes: 1024 * 1024 * MIB,
  brand: { name: 'Portal Vault', color: '#1432a0' },
  mailPerHour: 500,
  smtpUrl: null,
  portalOrigins: [],
  oidc: null,
  // so long that tests can move the clock by days
  sessionHours: 10_000,
  sessionIdleMinutes: 600_000,
  requireSecondFactor: false,
  passwordNames: FIRM.passwordNames,
};

/** Dependencies that a test replaces, such as the clock or the scanner. A test that passes a database also drops it. */
export type TestDeps = Partial<Omit<Deps, 'database'>> & {
  database?: TestDatabase;
  /** replaces the disk */
  blobStore?: BlobStore;
};

/** @param override dependencies to use instead of the default ones */
export async function createTestApp(override: TestDeps = {}): Promise<TestApp> {
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const directory = await mkdtemp(join(tmpdir(), 'vault-test-'));
  const blobsDir = join(directory, 'blobs');
  const database = override.database ?? (await createTestDatabase(log));
  const secretKey = createSecretKey(randomBytes(32));
  const metrics = new Registry();
  const onDamaged = damageMarker({ database, log });
  const store = override.blobStore ?? (await diskBlobs(blobsDir));
  const blobStore = reportingStore(store, { log, metrics, onDamaged });
  const deps: Deps & { blobStore: BlobStore } = {
    // a copy, because some tests change it, and test files share a process
    settings: { ...SETTINGS },
    log,
    metrics,
    database,
    blobs: blobStore,
    scanner: override.scanner ?? (await sharedScanner()),
    secretKey,
    signer: createSigner(secretKey.secretFor('signed addresses')),
    sealer: createSealer(secretKey.secretFor('sealed secrets')),
    mailer: createMailer({ smtpUrl: null, from: 'vault@example.test', dataDir: directory, log }),
    clock: systemClock,
    sleep: async () => undefined,
    office: null,
    reader: openDocumentReader({ hidden: directory, log }),
    wopi: openWopiClient({ url: null, clock: systemClock, log }),
    issuer: null,
    demoAccounts: [],
    screens: join(directory, 'no-screens'),
    checkReplies: true,
    ...override,
    blobStore,
  };
  await loadTestAccounts(deps);
  const app = await buildApp(deps);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const signedIn = new Map<TestUser, Promise<Client>>();
  return {
    app,
    origin,
    database,
    deps,
    blobsDir,
    anonymous: createClient(origin, null),
    as(user) {
      const client = signedIn.get(user) ?? signIn(origin, user);
      signedIn.set(user, client);
      return client;
    },
    async close() {
      await app.close();
      await deps.mailer.close();
      await deps.reader.close();
      await override.scanner?.close();
      if (override.database === undefined) await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
