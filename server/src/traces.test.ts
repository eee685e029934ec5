import { contract } from '@vault/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config/index.ts';
import { RECORDS } from './testing/accounts.ts';
import { type Client, signIn } from './testing/client.ts';
import { createLocalVault, type LocalVault } from './testing/local-vault.ts';
import { sendAndScan, transfer } from './testing/upload-pipeline.ts';
import { startWebhook, type TestWebhook } from './testing/webhook.ts';

// Uses the whole server, PostgreSQL, and a collector that receives OTLP over HTTP.

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN_ID = '00f067aa0ba902b7';
const SECRET_WORD = 'Kontoauszug';

interface Span {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

let vault: LocalVault;
let collector: TestWebhook;
beforeAll(async () => {
  vault = await createLocalVault();
  collector = await startWebhook();
  collector.replyWith(200);
});
afterAll(async () => {
  await vault.close();
  await collector.close();
});

/** Runs a server that sends its traces, until all of them are sent. */
async function spansOf(
  work: (client: Client) => Promise<void>,
  env: Record<string, string> = {},
): Promise<Span[]> {
  collector.requests.length = 0;
  const server = await vault.start({ OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin, ...env });
  await work(await signIn(server.origin, 'everything'));
  expect(await server.stop()).toBe(true);
  return collector.requests.flatMap(({ body }) => {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

const list = (client: Client) =>
  client.data(contract.files.list, { params: { recordId: RECORDS.acme }, query: { name: SECRET_WORD } });

describe('NODES-11 traces', () => {
  it('a request is a span by the name of its call, with its statements below, and no value of it', async () => {
    const spans = await spansOf(async (client) => void (await list(client)));
    const request = spans.find(({ name }) => name === 'files.list');
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    expect(
      statements.every(({ name, traceId }) => name.startsWith('db ') && traceId === request?.traceId),
    ).toBe(true);
    const attributes = Object.fromEntries((request?.attributes ?? []).map(({ key, value }) => [key, value]));
    expect(attributes).toMatchObject({
      'http.request.method': { stringValue: 'GET' },
      'http.response.status_code': { intValue: 200 },
      'vault.call': { stringValue: 'files.list' },
    });
    expect(JSON.stringify(spans)).not.toContain(SECRET_WORD);
    expect(JSON.stringify(spans)).not.toContain('@example.test');
  });

  it('scans and jobs are spans', async () => {
    const spans = await spansOf(async (client) => {
      await transfer(client, [await sendAndScan(client, 'a.txt', 'the text of a file')], '', RECORDS.acme);
    });
    const names = spans.map(({ name }) => name);
    expect(names).toContain('scan');
    expect(names.some((name) => name.startsWith('job '))).toBe(true);
  });

  const withHeader = (env: Record<string, string>) =>
    spansOf(async (client) => {
      const headers = { traceparent: `00-${TRACE_ID}-${SPAN_ID}-01` };
      await (await client.fetch('/healthz', { headers })).text();
    }, env);

  it('the trace of a caller is continued behind a proxy only', async () => {
    const proxied = await withHeader({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'http://vault.example' });
    expect(
      proxied
        .filter(({ traceId }) => traceId === TRACE_ID)
        .map(({ name, parentSpanId }) => [name, parentSpanId]),
    ).toEqual([['GET', SPAN_ID]]);
    expect((await withHeader({})).filter(({ traceId }) => traceId === TRACE_ID)).toEqual([]);
  });

  it('a part of the traces can be sent', async () => {
    expect(
      await spansOf(async (client) => void (await list(client)), { OTEL_TRACES_SAMPLER_ARG: '0' }),
    ).toEqual([]);
  });

  it('a collector that does not answer changes no request, and does not delay the stop', async () => {
    const server = await vault.start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    await list(await signIn(server.origin, 'everything'));
    expect(await server.stop()).toBe(true);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'must be an http or https address'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'no value' }, 'must be name=value, separated by commas'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%FF' }, 'must be percent-encoded'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'must be at most 1'],
  ])('%j is refused at the start', (environment, problem) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(problem);
  });

  it('headers of the collector are decoded', () => {
    const { traces } = readConfig({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token,x-team=vault',
    });
    expect(traces.headers).toEqual({ authorization: 'Bearer token', 'x-team': 'vault' });
  });
});
