import { InMemorySpanExporter, type SpanExporter } from '@opentelemetry/sdk-trace';
import pino from 'pino';
import { expect, it } from 'vitest';
import { watchedExporter } from './watched-exporter.ts';

it('NODES-11 logs an outage of the collector once, and its end', async () => {
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
  for (error of [undefined, refused, refused, undefined, undefined]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await new Promise<void>((resolve) => {
      watched.export([], (result) => {
        failures.push(result.error);
        resolve();
      });
    });
  }
  expect(failures).toEqual([undefined, refused, refused, undefined, undefined]);
  expect(lines).toEqual([
    'Traces cannot be sent; they are dropped until the collector answers',
    'Traces are sent again',
  ]);
});
