/** Values of a span. Never a value of a request, a secret or the address of a request. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  kind?: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
  /** the header `traceparent` of W3C Trace Context; only that of a trusted caller */
  traceparent?: string | undefined;
}

/** The log for outages of the collector. */
export interface TraceLog {
  info(fields: object, sentence: string): void;
  warn(fields: object, sentence: string): void;
}

/** A span that has begun. */
export interface RunningSpan {
  /** Runs work whose spans belong to this one. */
  run<T>(work: () => T): T;
  /** @param hasFailed marks the span as an error */
  end(attributes?: SpanAttributes, hasFailed?: boolean): void;
}

/** Where the time of requests and jobs goes, for a collector of OpenTelemetry (NODES-11). */
export interface Traces {
  /** Starts a span below the running one. */
  start(name: string, options?: SpanOptions): RunningSpan;
  /** Adds a span below the running one that has just ended. */
  add(name: string, span: SpanOptions & { durationMs: number; hasFailed: boolean }): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Runs work in a span; an error marks the span and is thrown. */
export async function inSpan<T>(traces: Traces | null, name: string, work: () => Promise<T>): Promise<T> {
  if (traces === null) return work();
  const span = traces.start(name);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({}, true);
    throw error;
  }
}
