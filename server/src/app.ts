import type { DemoAccount } from '@vault/contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { AccessCheck } from './access-check/index.ts';
import { activityRoutes } from './activity/index.ts';
import { bringBackRoutes } from './bring-back/index.ts';
import { exposureRoutes } from './exposure/index.ts';
import { holdRoutes } from './holds/index.ts';
import { type Config, isLoopbackAddress } from './config/index.ts';
import { downloadRoutes } from './download/index.ts';
import { eventRoutes } from './events/index.ts';
import { filesRoutes } from './files/index.ts';
import { historyRoutes } from './history/index.ts';
import { createHttp, type OperatorAccess, type RequestLimits } from './http/index.ts';
import { serveHealth } from './http/health.ts';
import { traceRequests } from './http/trace-requests.ts';
import { serveScreens } from './http/static.ts';
import { createWindows, officeRoutes } from './office/index.ts';
import { organiseRoutes } from './organise/index.ts';
import type { Blobs } from './platform/blobs/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/index.ts';
import type { OfficeConverter } from './platform/office/index.ts';
import type { DocumentReader } from './platform/readers/index.ts';
import type { Issuer } from './platform/oidc/index.ts';
import type { Scanner } from './platform/scanner/index.ts';
import type { SecretKey } from './platform/secrets/index.ts';
import type { Sealer, Signer } from './platform/tokens/index.ts';
import type { Traces } from './platform/traces/index.ts';
import type { WopiClient } from './platform/wopi/index.ts';
import { passwordResetRoutes } from './password-reset/index.ts';
import { peopleRoutes } from './people/index.ts';
import { previewRoutes } from './preview/index.ts';
import { createAuthenticate, type OidcDeps, oidcSignIn, sessionRoutes } from './session/index.ts';
import { linkRoutes } from './links/index.ts';
import type { Mailer } from './platform/mail/index.ts';
import { createVisitGate, createVisits, recipientRoutes } from './recipient/index.ts';
import { closeDuringSetup, setupRoutes, type VaultSetup } from './setup/index.ts';
import { createSecondFactorGate, secondFactorRoutes } from './second-factor/index.ts';
import { sharingRoutes } from './sharing/index.ts';
import { registerStatusMetrics } from './status/index.ts';
import { Throttle } from './throttle/index.ts';
import { trashRoutes } from './trash/index.ts';
import { treeRoutes } from './tree/index.ts';
import { versionRoutes } from './versions/index.ts';
import { uploadRoutes } from './upload/index.ts';

/** The dependencies of the HTTP server. Each area uses only some of them. */
export interface Deps {
  settings: Pick<
    Config,
    | 'publicUrl'
    | 'trustProxy'
    | 'isLocalOnly'
    | 'metricsToken'
    | 'maxUploadBytes'
    | 'nameCharacters'
    | 'minimumFree'
    | 'keepDays'
    | 'waitingLimits'
    | 'recordMaxBytes'
    | 'brand'
    | 'mailPerHour'
    | 'smtpUrl'
    | 'portalOrigins'
    | 'oidc'
    | 'sessionHours'
    | 'sessionIdleMinutes'
    | 'requireSecondFactor'
    | 'passwordNames'
  >;
  log: FastifyBaseLogger;
  /** registry of `/metrics` */
  metrics: Registry;
  /** null: no collector is set */
  traces?: Traces | null;
  /** the text of `/metrics`, of all server processes together; of this one when left out */
  metricsText?: (() => Promise<string>) | undefined;
  database: Database;
  blobs: Blobs;
  scanner: Scanner;
  /** other keys are derived from it (GUARD-06) */
  secretKey: SecretKey;
  signer: Signer;
  sealer: Sealer;
  mailer: Mailer;
  clock: Clock;
  /** waits before the answer to a wrong password; a timer by default, nothing in tests */
  sleep?: (ms: number) => Promise<unknown>;
  /** null when none is installed */
  office: OfficeConverter | null;
  /** parses documents in a sandboxed process */
  reader: DocumentReader;
  /** the office service that opens documents; supports no file type when none is configured */
  wopi: WopiClient;
  /** the portal's issuer of `settings.oidc`; null for none */
  issuer: Issuer | null;
  /** closes the vault until its first administrator exists (GUARD-03); left out where accounts exist */
  setup?: VaultSetup;
  /** accounts that the sign-in page offers */
  demoAccounts: readonly DemoAccount[];
  /** folder of the built screens */
  screens: string;
  /** checks each reply against the contract; for tests */
  checkReplies: boolean;
  /** GUARD-25; tests shorten them */
  requestLimits?: Partial<RequestLimits>;
  /** GUARD-30: time after which a running transfer is checked again, in ms; tests shorten it */
  recheckMs?: number;
}

/** Creates the HTTP server, which is not listening yet. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { settings, log, database, blobs, scanner } = deps;
  const operators = operatorsOf(settings);
  const app = await createHttp({
    log,
    authenticate: createAuthenticate({ ...deps, oidc: oidcParts(deps) }),
    publicUrl: settings.publicUrl,
    trustProxy: settings.trustProxy,
    portalOrigins: settings.portalOrigins,
    operators,
    checkReplies: deps.checkReplies,
    requestLimits: deps.requestLimits,
  });
  if (deps.traces) traceRequests(app, deps.traces, settings.trustProxy !== false);
  if (deps.setup !== undefined) closeDuringSetup(app, deps.setup);
  serveHealth(app, {
    metrics: deps.metrics,
    metricsText: deps.metricsText,
    operators,
    checks: {
      database: () => database.ping(),
      blobs: () => blobs.check(),
      scanner: () => scanner.check(),
    },
  });
  registerStatusMetrics(deps);
  const throttle = new Throttle(deps);
  const access = new AccessCheck({ ...deps, visits: createVisitGate(deps) });
  const office = { ...deps, access, visits: createVisits({ ...deps, throttle }) };
  const windows = createWindows(office);
  const canMail = settings.smtpUrl !== null;
  const factors = { ...deps, throttle, vaultOrigin: () => app.vaultOrigin() };
  const secondFactor = createSecondFactorGate(factors);
  secondFactorRoutes(app, factors);
  sessionRoutes(app, {
    ...deps,
    throttle,
    windows,
    canMail,
    secondFactor,
    oidcSignIn: settings.oidc && oidcSignIn(settings.oidc),
  });
  setupRoutes(app, deps);
  passwordResetRoutes(app, { ...deps, throttle, canMail });
  treeRoutes(app, deps);
  filesRoutes(app, deps);
  organiseRoutes(app, deps);
  trashRoutes(app, deps);
  bringBackRoutes(app, deps);
  uploadRoutes(app, { ...deps, access });
  downloadRoutes(app, { ...deps, access });
  versionRoutes(app, deps);
  historyRoutes(app, deps);
  previewRoutes(app, { ...deps, access, windows });
  officeRoutes(app, office);
  sharingRoutes(app, { ...deps, throttle });
  linkRoutes(app, { ...deps, access });
  peopleRoutes(app, { ...deps, throttle });
  activityRoutes(app, { ...deps, access });
  exposureRoutes(app, { ...deps, access });
  holdRoutes(app, deps);
  eventRoutes(app, deps);
  recipientRoutes(app, { ...deps, access, throttle, windows });
  await serveScreens(app, deps.screens, {
    portalOrigins: settings.portalOrigins,
    issuerOrigins: () => deps.issuer?.browserOrigins() ?? [],
    storeOrigin: deps.blobs.directUploads?.origin ?? null,
  });
  return app;
}

/** GUARD-08: an address proves something only on a vault that no other machine reaches, or behind named proxies. */
const operatorsOf = ({ metricsToken, isLocalOnly, trustProxy }: Deps['settings']): OperatorAccess => ({
  token: metricsToken,
  isLoopback: isLocalOnly || trustProxy !== false ? isLoopbackAddress : null,
});

function oidcParts({ issuer, settings: { oidc } }: Deps): OidcDeps | null {
  if (issuer === null || oidc === null) return null;
  return { issuer, names: oidc, secondFactorAcr: oidc.secondFactorAcr };
}
