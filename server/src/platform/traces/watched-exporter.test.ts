import { InMemorySpanExporter, type SpanExporter } from '@opentelemetry/sdk-trace';
import pino from 'pino';
import { expect, it } from 'vitest';
import { watchedExporter } from './watched-exporter.ts';

it('NODES-11 logs an outage of the collector once, and its end', () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const memory = new InMemorySpanExporter();
  let error: Error | undefined;
  const exporter: SpanExporter = {
    export: (spans, done) =>
      memory.export(spans, ({ code }) => done({ code, ...(error !== undefined && { error }) })),
    shutdown: () => memory.shutdown(),
  };
  const watched = watchedExporter(exporter, log);
  const failures: (Error | undefined)[] = [];
  const refused = new Error('ECONNREFUSED');
  for (error of [undefined, refused, refused, undefined, undefined])
    watched.export([], (result) => void failures.push(result.error));
  expect(failures).toEqual([undefined, refused, refused, undefined, undefined]);
  expect(lines).toEqual([
    'Traces cannot be sent; they are dropped until the collector answers',
    'Traces are sent again',
  ]);
});
