import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { TraceLog } from './traces.ts';

/** An exporter that logs the first failure of an outage of the collector, and its end. */
export function watchedExporter(exporter: SpanExporter, log: TraceLog): SpanExporter {
  let isFailing = false;
  return {
    shutdown: () => exporter.shutdown(),
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing)
          log.warn(
            { reason: result.error?.message },
            'Traces cannot be sent; they are dropped until the collector answers',
          );
        if (!hasFailed && isFailing) log.info({}, 'Traces are sent again');
        isFailing = hasFailed;
        done(result);
      }),
  };
}
