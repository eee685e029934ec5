import type { FastifyInstance } from 'fastify';
import { Errors } from './errors.ts';
import { isOperator, type OperatorAccess } from './operator-access.ts';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';

/** The dependencies of the server: each check resolves when its dependency is reachable and rejects otherwise. */
export type ReadinessChecks = Record<string, () => Promise<void>>;

interface HealthDeps {
  checks: ReadinessChecks;
  metrics: Registry;
  /** the text of `/metrics`; that of the registry when left out */
  metricsText?: (() => Promise<string>) | undefined;
  operators: OperatorAccess;
}

const CHECK_TIMEOUT_MS = 5_000;

/**
 * Liveness, readiness and metrics (C59). None of them contains data of the vault. Only operators get the metrics, and
 * the state of each dependency (GUARD-08).
 */
export function serveHealth(app: FastifyInstance, deps: HealthDeps): void {
  const { checks, metrics, metricsText = () => metrics.metrics(), operators } = deps;
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) => [name, await outcomeOf(name, check, request.log)] as const,
      ),
    );
    const ready = results.every(([, outcome]) => outcome === 'ok');
    return reply.status(ready ? 200 : 503).send({
      status: ready ? 'ok' : 'unavailable',
      ...(isOperator(request, operators) ? Object.fromEntries(results) : {}),
    });
  });

  measureRequests(app, metrics);
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isOperator(request, operators)) throw Errors.operatorsOnly();
    return reply.type(metrics.contentType).send(await metricsText());
  });
}

async function outcomeOf(
  name: string,
  check: () => Promise<void>,
  log: FastifyInstance['log'],
): Promise<'ok' | 'unavailable'> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT_MS);
  try {
    await Promise.race([check(), late]);
    return 'ok';
  } catch (error) {
    log.warn({ err: error, part: name }, 'Readiness check failed; /readyz answers 503');
    return 'unavailable';
  } finally {
    clearTimeout(timer);
  }
}

function measureRequests(app: FastifyInstance, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its reply',
    labelNames: ['call', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    // The duration of an event stream is not a measure of the server.
    if (endpoint?.reply === 'events') return;
    const call = endpoint?.name ?? 'other';
    duration.observe({ call, method: request.method, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}
