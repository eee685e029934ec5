import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as OpenTelemetryApi from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';
import type { RunningSpan, SpanAttributes, SpanOptions, TraceLog, Traces } from './traces.ts';
import { watchedExporter } from './watched-exporter.ts';

export interface TraceSettings {
  /** address of an OTLP collector, such as 'http://127.0.0.1:4318'; null: no traces */
  endpoint: string | null;
  /** headers of each request to it, such as a token */
  headers: Readonly<Record<string, string>>;
  /** the part of traces that is sent, 0 to 1 */
  ratio: number;
}

const KINDS = { internal: 0, server: 1, client: 2 } as const;
const SEND_WITHIN_MS = 5_000;
/** Traces that a collector does not take within this time at the stop are dropped. */
const CLOSE_WITHIN_MS = 1_000;

/**
 * Starts to send traces by OTLP over HTTP. The libraries are loaded only here. Spans of one request find each other
 * through the asynchronous context of Node, not through globals of the libraries.
 * @returns null without an endpoint
 */
export async function openTraces(
  { endpoint, headers, ratio }: TraceSettings,
  log: TraceLog,
): Promise<Traces | null> {
  if (endpoint === null) return null;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: SEND_WITHIN_MS });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'portal-vault' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: watchedExporter(exporter, log) })],
  });
  return new OpenTraces(provider.getTracer('portal-vault'), api, () =>
    within(CLOSE_WITHIN_MS, provider.shutdown()),
  );
}

/** A lost trace is no failure of the stop. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  await Promise.race([work.catch(() => undefined), sleep(ms, undefined, { ref: false })]);
}

type Api = typeof OpenTelemetryApi;

class OpenTraces implements Traces {
  readonly close: () => Promise<void>;
  readonly #contexts = new AsyncLocalStorage<Context>();
  readonly #tracer: OpenTelemetryApi.Tracer;
  readonly #api: Api;

  constructor(tracer: OpenTelemetryApi.Tracer, api: Api, close: () => Promise<void>) {
    this.#tracer = tracer;
    this.#api = api;
    this.close = close;
  }

  start(name: string, options: SpanOptions = {}): RunningSpan {
    const parent = this.#parentOf(options);
    const span = this.#tracer.startSpan(name, spanOptions(options), parent);
    const context = this.#api.trace.setSpan(parent, span);
    return {
      run: (work) => this.#contexts.run(context, work),
      end: (attributes = {}, hasFailed = false) => this.#end(span, { attributes, hasFailed }),
    };
  }

  add(
    name: string,
    { durationMs, hasFailed, ...options }: SpanOptions & { durationMs: number; hasFailed: boolean },
  ): void {
    const startTime = Date.now() - durationMs;
    const span = this.#tracer.startSpan(
      name,
      { ...spanOptions(options), startTime },
      this.#parentOf(options),
    );
    this.#end(span, { attributes: {}, hasFailed });
  }

  #end(
    span: OpenTelemetryApi.Span,
    { attributes, hasFailed }: { attributes: SpanAttributes; hasFailed: boolean },
  ): void {
    span.setAttributes({ ...attributes });
    if (hasFailed) span.setStatus({ code: this.#api.SpanStatusCode.ERROR });
    span.end();
  }

  #parentOf({ traceparent }: SpanOptions): Context {
    const running = this.#contexts.getStore() ?? this.#api.ROOT_CONTEXT;
    const [, traceId, spanId, flags] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
    if (traceId === undefined || spanId === undefined || flags === undefined) return running;
    const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
    return this.#api.isSpanContextValid(remote) ? this.#api.trace.setSpanContext(running, remote) : running;
  }
}

const spanOptions = ({ kind = 'internal', attributes = {} }: SpanOptions) => ({
  kind: KINDS[kind],
  attributes: { ...attributes },
});
