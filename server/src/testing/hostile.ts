import type { Endpoint } from '@vault/contract';
import {
  anyText,
  HOSTILE_OBJECTS,
  hostileJson,
  pathText,
  placesOf,
  withValueAt,
} from '@vault/contract/testing';
import fc from 'fast-check';
import type { Client } from './client.ts';

/** Texts that cause failures in many servers. */
const MALFORMED = [
  '',
  ' ',
  '..',
  '/',
  'a/../b',
  '%',
  '%00',
  '\0',
  "';--",
  '__proto__',
  'null',
  '-1',
  '1e999',
  '\uD800',
  'NaN',
  '0',
  '1.5',
  '9007199254740993',
  'true',
  '[]',
  '{}',
  'x'.repeat(3000),
  ',',
  '\u202E',
];

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...MALFORMED) },
  { weight: 1, arbitrary: anyText({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^(fld|fil|rec|usr)[0-9A-Za-z]{15}$/) },
);

const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.array(text, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 2, arbitrary: hostileJson() },
);

const fieldsOf = (schema: unknown): string[] => {
  const { shape } = schema as { shape?: object };
  return Object.keys(shape ?? {});
};

/** Input that no client encodes: broken percent-encoding, bytes that are not UTF-8, doubled separators. */
const rawQuery = fc.constantFrom(
  '',
  '',
  '',
  '&%ff',
  '&%',
  '&a=%E0%A4%A',
  '&&&==',
  '&parentFolder=%ff',
  '&name=%ff',
);

interface HostileRequest {
  path: string;
  init: RequestInit;
}

/** Makes most fields valid or absent, so that hostile values of the other fields pass the first checks. */
const rarely = (hostile: fc.Arbitrary<unknown>, valid: unknown): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: hostile });

function objectOf(fields: string[], valid: Record<string, unknown>, hostile: fc.Arbitrary<unknown>) {
  const entries = fields.map((field) => [field, rarely(hostile, valid[field])] as const);
  return fc.record(Object.fromEntries([...entries, ['constructor', rarely(hostile, undefined)]]));
}

/** The parts of a request before they are serialized. */
interface Draft {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  raw: string;
  body: unknown;
}

const paramsOf = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
const bodyOf = (endpoint: Endpoint) =>
  fieldsOf((endpoint.body as { def?: { innerType?: unknown } }).def?.innerType ?? endpoint.body);

/** Requests to one call: its own fields and an unknown one, with any values. */
function draftsOf(endpoint: Endpoint, valid: Record<string, unknown>): fc.Arbitrary<Draft> {
  const queryValue = fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: fc.array(text, { maxLength: 3 }) },
  );
  return fc.record({
    params: fc.record(
      Object.fromEntries(paramsOf(endpoint).map((name) => [name, rarely(text, valid[name] ?? 'x')])),
    ),
    query: objectOf(fieldsOf(endpoint.query), valid, queryValue),
    raw: rawQuery,
    body: fc.oneof(
      { weight: 6, arbitrary: objectOf(bodyOf(endpoint), valid, value) },
      { weight: 1, arbitrary: fc.option(value, { nil: undefined }) },
    ),
  });
}

/** A request with valid values in all fields. */
function goodDraft(endpoint: Endpoint, valid: Record<string, unknown>) {
  const pick = (fields: string[]) => Object.fromEntries(fields.map((field) => [field, valid[field]]));
  return {
    params: pick(paramsOf(endpoint)),
    query: pick(fieldsOf(endpoint.query)),
    body: pick(bodyOf(endpoint)),
    raw: '',
  };
}

/** Returns a draft for every malformed text in every field, with valid values in all other fields. */
function malformedDrafts(endpoint: Endpoint, valid: Record<string, unknown>): Draft[] {
  const good = goodDraft(endpoint, valid);
  const parts = ['params', 'query', 'body'] as const;
  return parts.flatMap((part) =>
    Object.keys(good[part]).flatMap((field) =>
      MALFORMED.flatMap((one) => {
        const drafts = [{ ...good, [part]: { ...good[part], [field]: one } }];
        if (part === 'body') drafts.push({ ...good, body: { ...good.body, [field]: [one] } });
        return drafts;
      }),
    ),
  );
}

/**
 * Every hostile object once in every position of the body, including nested ones and list items, and every field of the
 * query twice, which the server reads as a list (SAFE-27).
 */
function objectDrafts(endpoint: Endpoint, valid: Record<string, unknown>): Draft[] {
  const good = goodDraft(endpoint, valid);
  const paths = new Map(placesOf(endpoint.body).map(({ path }) => [pathText(path), path]));
  const inBody = [...paths.values()].flatMap((path) =>
    HOSTILE_OBJECTS.map((object) => ({ ...good, body: withValueAt(good.body, path, object) })),
  );
  const inQuery = Object.keys(good.query).flatMap((field) =>
    ['', '__proto__', '1'].map((one) => ({
      ...good,
      query: { ...good.query, [field]: [one, one] },
    })),
  );
  return [...inBody, ...inQuery];
}

function requestOf(endpoint: Endpoint, { params, query, raw, body }: Draft): HostileRequest {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const one of Array.isArray(values) ? values : [values]) {
      if (typeof one === 'string') search.append(name, one);
    }
  }
  const path = Object.entries(params).reduce(
    (address, [name, one]) => address.replace(`:${name}`, () => encode(String(one))),
    endpoint.path,
  );
  const sendsBody = body !== undefined && endpoint.method !== 'GET';
  return {
    path: `${path}?${search.toString()}${raw}`,
    init: {
      method: endpoint.method,
      ...(sendsBody && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    },
  };
}

/** A lone surrogate cannot be percent-encoded, so no client can send one in an address. */
const encode = (part: string) => encodeURIComponent(part.toWellFormed());

/**
 * Sends one request.
 * @throws on a 5xx status, or a reply without an envelope
 */
async function sendDraft(client: Client, endpoint: Endpoint, draft: Draft): Promise<void> {
  const { path, init } = requestOf(endpoint, draft);
  const response = await client.fetch(path, init);
  const answer = await response.text();
  const sent = `${init.method} ${path} ${typeof init.body === 'string' ? init.body : ''}`;
  if (response.status >= 500) throw new Error(`${sent}: ${response.status} ${answer}`);
  const { code } = JSON.parse(answer) as { code: unknown };
  if (code !== response.status) throw new Error(`${sent}: HTTP ${response.status}, envelope ${answer}`);
}

/**
 * Sends every hostile object in every position of a call's body, and every field of its query twice (SAFE-27).
 * @param valid as for `mustWithstand`
 * @throws on the first request that gets a 5xx status, or a reply without an envelope
 */
export async function mustWithstandObjects(
  client: Client,
  endpoint: Endpoint,
  valid: Record<string, unknown> = {},
): Promise<void> {
  for (const draft of objectDrafts(endpoint, valid)) await sendDraft(client, endpoint, draft);
}

/**
 * Sends every malformed text in every field of a call, then a few hundred random requests. The hostile objects are sent
 * to all calls by http/hostile-objects.test.ts, because the form refuses them whatever the other fields contain.
 * @param valid values that pass the first checks, by field, such as a record that is open to the caller; other fields
 * are absent when they are not hostile
 * @throws on the smallest request that gets a 5xx status, or a reply without an envelope
 */
export async function mustWithstand(
  client: Client,
  endpoint: Endpoint,
  { valid = {}, runs = 200 }: { valid?: Record<string, unknown>; runs?: number } = {},
): Promise<void> {
  const send = (draft: Draft) => sendDraft(client, endpoint, draft);
  for (const draft of malformedDrafts(endpoint, valid)) await send(draft);
  await fc.assert(fc.asyncProperty(draftsOf(endpoint, valid), send), { numRuns: runs });
}
