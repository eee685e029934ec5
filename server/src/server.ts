import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { DemoAccount } from '@vault/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { prepareAccounts } from './accounts.ts';
import { buildApp } from './app.ts';
import { damageMarker, measureDamage } from './blobs/index.ts';
import type { Config } from './config/index.ts';
import { jobsOf } from './jobs.ts';
import { diskBlobs, reportingStore } from './platform/blobs/index.ts';
import { systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database/index.ts';
import { startJobs } from './platform/jobs/index.ts';
import { openOffice } from './platform/office/index.ts';
import { openScanner } from './platform/scanner/index.ts';
import { startGathering } from './search/index.ts';
import { signingSecret } from './platform/settings/index.ts';
import { TextReader } from './platform/text/index.ts';
import { createIssuer } from './platform/oidc/index.ts';
import { createMailer } from './platform/mail/index.ts';
import { createSealer, createSigner } from './platform/tokens/index.ts';
import { openWopiClient } from './platform/wopi/index.ts';
import { shutDown, type ShutdownStep } from './shutdown.ts';

const SCREENS = join(import.meta.dirname, '../../web/dist');

/** A server that accepts requests. */
export interface RunningServer {
  /** such as 'http://127.0.0.1:8080' */
  address: string;
  /** what the sign-in page offers as one click each */
  demoAccounts: readonly DemoAccount[];
  /** Ends everything in order; answers whether all of it ended in time. */
  stop(): Promise<boolean>;
}

/**
 * Builds the parts in the order in which they need each other, and listens.
 * @throws when a part cannot be had; those already there are ended first
 */
export async function startServer(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  /** what to end, the last part first */
  const steps: ShutdownStep[] = [];
  const onStop = (name: string, limitMs: number, run: () => Promise<unknown>) =>
    steps.unshift({ name, limitMs, run });
  const stop = () => shutDown(steps, log);

  try {
    await mkdir(config.dataDir, { recursive: true });
    const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
    onStop('database', 20_000, () => database.close());
    const metrics = new Registry();
    const onDamaged = damageMarker({ database, log });
    const blobStore = reportingStore(await diskBlobs(join(config.dataDir, 'blobs')), {
      log,
      metrics,
      onDamaged,
    });
    measureDamage({ database, metrics });
    const scanner = await openScanner({
      clamd: config.clamd,
      rulesDirectory: join(config.dataDir, 'rules'),
      warn: (message) => log.warn(message),
    });
    onStop('scanner', 5_000, () => scanner.close());
    const secret = await signingSecret(database.kysely);
    const signer = createSigner(secret);
    const sealer = createSealer(secret);
    const { smtpUrl, mailFrom: from, dataDir } = config;
    const mailer = createMailer({ smtpUrl, from, dataDir, log });
    onStop('mailer', 15_000, () => mailer.close());
    const office = await openOffice({ program: config.officeConverter, hidden: config.dataDir, log });
    onStop('office', 5_000, async () => office?.close());
    const wopi = openWopiClient({ url: config.wopiClientUrl, clock: systemClock, log });
    const textReader = new TextReader();
    onStop('text reader', 5_000, () => textReader.close());
    const issuer = config.oidc && createIssuer({ ...config.oidc, log });
    issuer?.warm();
    const platform = { log, metrics, database, blobs: blobStore, scanner, signer, sealer, mailer };
    const base = { settings: config, ...platform, clock: systemClock };

    const demoAccounts = await prepareAccounts({ ...base, config });
    const jobs = await startJobs({ ...jobsOf({ ...base, textReader, blobStore }), database, log });
    onStop('jobs', 20_000, () => jobs.stop());
    await startGathering(database);
    const app = await buildApp({
      ...base,
      issuer,
      demoAccounts,
      screens: SCREENS,
      checkReplies: false,
      office,
      wopi,
    });
    onStop('requests', 30_000, () => app.close());
    return { address: await listen(app, config), demoAccounts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  await app.listen({ host, port });
  const { address, port: actualPort } = app.server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${actualPort}`;
}
