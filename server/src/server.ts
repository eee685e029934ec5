import { join } from 'node:path';
import type { DemoAccount } from '@vault/contract';
import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import { prepareAccounts } from './accounts.ts';
import { buildApp } from './app.ts';
import { openBlobStore } from './blob-store.ts';
import { damageMarker, measureDamage } from './blobs/index.ts';
import type { Config } from './config/index.ts';
import { jobsOf } from './jobs.ts';
import { listeningOrigin } from './http/index.ts';
import { reportingStore } from './platform/blobs/index.ts';
import { systemClock } from './platform/clock.ts';
import { protectDataDir } from './platform/data-dir.ts';
import { openDatabase } from './platform/database/index.ts';
import { JOB_CONNECTIONS, startJobs, tracedJobs } from './platform/jobs/index.ts';
import { openOffice } from './platform/office/index.ts';
import type { PrimaryLink } from './platform/processes/index.ts';
import { openDocumentReader } from './platform/readers/index.ts';
import { createSealKey } from './platform/seal-key/index.ts';
import { measuredScanner, openScanner, type Scanner, tracedScanner } from './platform/scanner/index.ts';
import { startTextCollection } from './search/index.ts';
import { type KeyWatch, openSecretKey, watchKey } from './platform/secrets/index.ts';
import { createIssuer } from './platform/oidc/index.ts';
import { sealPlainMails } from './mail/index.ts';
import { createMailer } from './platform/mail/index.ts';
import { createSealer, createSigner } from './platform/tokens/index.ts';
import { openTraces } from './platform/traces/index.ts';
import { openWopiClient } from './platform/wopi/index.ts';
import { createSetup, setupAddress } from './setup/index.ts';
import { shutDown, type ShutdownStage, type ShutdownStep } from './shutdown.ts';
import { listenAt, makeDataDir } from './start-problem.ts';

const SCREENS = join(import.meta.dirname, '../../web/dist');

/** A stop takes at most 10 s (SAFE-26); the rest is a reserve for a busy machine. */
const STOP_WITHIN_MS = 8_000;
/**
 * Shares of the stop time. Requests and jobs end concurrently: `limitClose` cuts requests after 4 s, which leaves time
 * to close. The database ends last, because all other components use it.
 */
const STOP_SHARES = { work: 5, components: 1, database: 3 };
/** Thumbnails are created with low priority (USE-33). */
const THUMBNAIL_READER = { atOnce: 1, niceness: 10 };
/** The text of a book takes longer than a preview, and no person waits for it. */
const TEXT_READER = { atOnce: 1, niceness: 10, maxCpuMs: 30_000 };

/** Jobs, three connections that listen (changes, key, budget), and one that checks whether the database answers. */
const CONNECTIONS_BESIDES_POOL = JOB_CONNECTIONS + 4;

type StopStage = keyof typeof STOP_SHARES;

/** A server that accepts requests. */
export interface RunningServer {
  /** such as 'http://127.0.0.1:8080' */
  address: string;
  /** accounts that the sign-in page offers */
  demoAccounts: readonly DemoAccount[];
  /** resolves when the server must stop, because its secret key was replaced (GUARD-06) */
  keyReplaced: KeyWatch['replaced'];
  /** where the first administrator is made (GUARD-03); null when the vault has accounts */
  setupUrl: string | null;
  /** Stops all components in order within 10 s. @returns true when none failed to stop (SAFE-26) */
  stop(): Promise<boolean>;
}

/**
 * Creates the components, each after those that it uses, and listens.
 * @param link the primary process of several server processes; null for a server that runs alone
 * @throws when one cannot be created; the existing ones are stopped first
 */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger,
  link: PrimaryLink | null = null,
): Promise<RunningServer> {
  const steps: Record<StopStage, ShutdownStep[]> = { work: [], components: [], database: [] };
  const onStop = (stage: StopStage, name: string, run: ShutdownStep['run']) =>
    steps[stage].push({ name, run });
  const stop = () => shutDown(stagesOf(steps), { withinMs: STOP_WITHIN_MS, log });

  try {
    await makeDataDir(config);
    const metrics = new Registry();
    const { processes, dataDir } = config;
    const traces = await openTraces(config.traces, log);
    if (traces !== null) onStop('database', 'traces', () => traces.close());
    // Rule files of the operator are compiled while the database starts (SAFE-07).
    const openingScanner = openScanner({
      clamd: config.clamd,
      rulesDirectory: join(config.dataDir, 'rules'),
      temporaryDirectory: join(config.dataDir, 'scan'),
      log,
    });
    // Its error is reported where it is awaited: until then it must not end the process.
    openingScanner.catch(() => null);
    onStop('components', 'scanner', () => closeWhenOpen(openingScanner));
    const database = await openDatabase({
      ...config,
      maxConnections: config.databaseConnections,
      budget: { processes, besidesPool: CONNECTIONS_BESIDES_POOL },
      log,
      metrics,
      traces,
    });
    await protectDataDir(dataDir, log);
    onStop('database', 'database', (limitMs) => database.close(limitMs));
    const onDamaged = damageMarker({ database, log });
    const store = await openBlobStore(config, database);
    const blobStore = reportingStore(store, { log, metrics, onDamaged });
    measureDamage({ database, metrics });
    const unmeasured = await openingScanner;
    const scanner = tracedScanner(measuredScanner(unmeasured, metrics), traces);
    const secretKey = await openSecretKey({ settings: config, database, log });
    const keyWatch = watchKey({ key: secretKey, database, log });
    onStop('components', 'key watch', () => keyWatch.close());
    const signer = createSigner(secretKey.secretFor('signed addresses'));
    const sealer = createSealer(secretKey.secretFor('sealed secrets'));
    const sealKey = createSealKey(secretKey.secretFor('audit signature'));
    await sealPlainMails({ database, sealer, log });
    const { smtpUrl, mailFrom: from } = config;
    const mailer = createMailer({ smtpUrl, from, dataDir, log });
    onStop('components', 'mailer', () => mailer.close());
    const reader = openDocumentReader({ hidden: config.dataDir, log });
    onStop('components', 'document reader', () => reader.close());
    const office = await openOffice({ program: config.officeConverter, hidden: config.dataDir, log, reader });
    onStop('components', 'office', async () => office?.close());
    const pictureReader = openDocumentReader({ hidden: config.dataDir, log, ...THUMBNAIL_READER });
    onStop('components', 'thumbnail reader', () => pictureReader.close());
    const wopi = openWopiClient({ url: config.wopiClientUrl, clock: systemClock, log });
    const textReader = openDocumentReader({ hidden: config.dataDir, log, ...TEXT_READER });
    onStop('components', 'text reader', () => textReader.close());
    const issuer = config.oidc && createIssuer({ ...config.oidc, log });
    issuer?.warm();
    const platform = { log, metrics, database, blobs: blobStore, scanner, secretKey, signer, sealer, mailer };
    const base = { settings: config, traces, ...platform, clock: systemClock };

    const demoAccounts = await prepareAccounts({ ...base, config });
    const hasOtherAccounts = demoAccounts.length > 0 || config.accountsFile !== null || config.oidc !== null;
    const setup = createSetup(database, !hasOtherAccounts);
    const jobs = await startJobs({
      ...tracedJobs(jobsOf({ ...base, sealKey, textReader, pictureReader, blobStore }), traces),
      database,
      log,
    });
    onStop('work', 'jobs', () => jobs.stop());
    await startTextCollection(database);
    const app = await buildApp({
      ...base,
      issuer,
      setup,
      demoAccounts,
      screens: SCREENS,
      checkReplies: false,
      metricsText: link?.collectMetrics(metrics),
      office,
      reader,
      wopi,
    });
    onStop('work', 'requests', () => app.close());
    await listenAt(app, config);
    const address = listeningOrigin(app);
    // A new address replaces the former one, so only one process makes it.
    const setupUrl =
      link?.isFirst === false ? null : await setupAddress({ ...base, setup }, app.vaultOrigin());
    return { address, demoAccounts, setupUrl, keyReplaced: keyWatch.replaced, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Closes the scanner. It may have failed to open, or may still be opening when the database has failed to start. */
async function closeWhenOpen(opening: Promise<Scanner>): Promise<void> {
  const scanner = await opening.catch(() => null);
  await scanner?.close();
}

function stagesOf(steps: Record<StopStage, ShutdownStep[]>): ShutdownStage[] {
  const stages: StopStage[] = ['work', 'components', 'database'];
  return stages.map((stage) => ({ share: STOP_SHARES[stage], steps: steps[stage] }));
}
