import type { Endpoint } from '@vault/contract';
import fc from 'fast-check';
import type { Client } from './client.ts';

/** Texts that have broken servers before, beside any others. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
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
    '\u202E',
  ),
  fc.constantFrom('NaN', '0', '1.5', '9007199254740993', 'true', '[]', '{}', 'x'.repeat(3000)),
  fc.stringMatching(/^(fld|fil|rec|usr)[0-9A-Za-z]{15}$/),
);

const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.array(text, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const fieldsOf = (schema: unknown): string[] => {
  const { shape } = schema as { shape?: object };
  return Object.keys(shape ?? {});
};

/** What no client encodes so: broken percent-encoding, bytes that are no UTF-8, doubled separators. */
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

/** Requests to one call: its own fields and unknown ones, with anything as their values. */
function requestsTo(endpoint: Endpoint, known: Record<string, string>): fc.Arbitrary<HostileRequest> {
  const valueOf = (field: string): fc.Arbitrary<unknown> =>
    field in known ? fc.oneof(fc.constant(known[field]), value) : value;
  const record = (fields: string[], arbitrary: (field: string) => fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries([...fields, 'constructor'].map((field) => [field, arbitrary(field)])), {
      requiredKeys: [],
    });
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const bodyFields = fieldsOf(
    (endpoint.body as { def?: { innerType?: unknown } }).def?.innerType ?? endpoint.body,
  );
  return fc
    .record({
      params: fc.tuple(...names.map((name) => fc.oneof(fc.constant(known[name] ?? 'x'), text))),
      query: record(fieldsOf(endpoint.query), () => fc.oneof(text, fc.array(text, { maxLength: 3 }))),
      raw: rawQuery,
      body: fc.option(
        fc.oneof({ weight: 4, arbitrary: record(bodyFields, valueOf) }, { weight: 1, arbitrary: value }),
      ),
    })
    .map(({ params, query, raw, body }) => {
      const search = new URLSearchParams();
      for (const [name, values] of Object.entries(query)) {
        for (const one of [values].flat()) search.append(name, String(one));
      }
      const path = names.reduce(
        (address, name, index) => address.replace(`:${name}`, encode(params[index] ?? '')),
        endpoint.path,
      );
      const sendsBody = body !== null && endpoint.method !== 'GET';
      return {
        path: `${path}?${search.toString()}${raw}`,
        init: {
          method: endpoint.method,
          ...(sendsBody && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        },
      };
    });
}

/** A lone surrogate cannot be percent-encoded: nobody can send one in an address. */
const encode = (part: string) => encodeURIComponent(part.toWellFormed());

/**
 * Sends a call a few hundred requests of every shape.
 * @param known values that lead past the first checks, by field: a record that is open to the caller
 * @throws the smallest request that was answered by the server's own fault, or without an envelope
 */
export async function mustWithstand(
  client: Client,
  endpoint: Endpoint,
  { known = {}, runs = 200 }: { known?: Record<string, string>; runs?: number } = {},
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(requestsTo(endpoint, known), async ({ path, init }) => {
      const response = await client.fetch(path, init);
      const answer = await response.text();
      if (response.status >= 500) throw new Error(`${init.method} ${path}: ${response.status} ${answer}`);
      const { code } = JSON.parse(answer) as { code: unknown };
      if (code !== response.status) throw new Error(`${path}: HTTP ${response.status}, envelope ${answer}`);
    }),
    { numRuns: runs },
  );
}
