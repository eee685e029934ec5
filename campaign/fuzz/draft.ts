import { BYTES_TYPE, MIB, sentFilesSchema } from '@vault/contract';
import type { Random } from '../support/random.ts';
import { placesOf, withValueAt } from '@vault/contract/testing';
import { hostileText, hostileValue } from './hostile.ts';
import type { Route } from './routes.ts';
import { knownOf, type SampleDeps, sampleOf } from './sample.ts';

/** A request before its bytes are encoded. */
export interface Draft {
  method: string;
  /** path and query as they are sent */
  target: string;
  headers: [name: string, value: string][];
  body: Buffer | null;
}

/** How many fields of a request are replaced by hostile values, as weights. */
const REPLACED = { 0: 1, 1: 5, 2: 3, 4: 1, 12: 1 };
const MAX_QUERY_REPEATS = 3;
/** More than C142 accepts. */
const MAX_FILES_BYTES = 3 * MIB;

/** Builds a request of a route from its schemas, with hostile values in some of its fields. */
export function draftOf(route: Route, deps: SampleDeps): Draft {
  const { random } = deps;
  const { endpoint } = route;
  const replaced = Number(random.weighted(REPLACED));
  const query = (endpoint === null ? {} : sampleOf(endpoint.query, '', deps)) as Record<string, unknown>;
  const sendsFiles = typeof endpoint?.bytesBody === 'string';
  const schema = sendsFiles ? sentFilesSchema : endpoint?.body;
  let body: unknown = schema === undefined ? undefined : sampleOf(schema, '', deps);
  const params = paramsOf(route, deps);
  for (let n = 0; n < replaced; n += 1) {
    const part = random.weighted({ query: 2, body: body === undefined ? 0.3 : 4, params: 1 });
    if (part === 'params') replaceOne(params, deps);
    else if (part === 'query') Object.assign(query, hostileField(query, random));
    else body = schema === undefined ? hostileValue(random) : replaceInBody(schema, body, random);
  }
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodePart(params[name] ?? ''));
  const search = searchOf(query, random);
  const target = search === '' ? path : `${path}?${search}`;
  if (sendsFiles) {
    const headers: Draft['headers'] = [['content-type', BYTES_TYPE]];
    return { method: route.method, target, headers, body: filesBody(body, random) };
  }
  return {
    method: route.method,
    target,
    headers: body === undefined ? [] : [['content-type', 'application/json']],
    body: body === undefined ? null : jsonOf(body),
  };
}

/** The line of C142 and C143, and in most cases as many bytes as it names. */
function filesBody(files: unknown, random: Random): Buffer {
  const named = sentFilesSchema.safeParse(files);
  const sizes = named.success ? named.data.map(({ sizeBytes }) => sizeBytes) : [];
  const sizeBytes = Math.min(
    sizes.reduce((sum, size) => sum + size, 0),
    MAX_FILES_BYTES,
  );
  return Buffer.concat([
    jsonOf(files),
    Buffer.from('\n'),
    random.bytes(random.chance(0.8) ? sizeBytes : random.below(2000)),
  ]);
}

function paramsOf({ path }: Route, deps: SampleDeps): Record<string, string> {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name);
  const valueOf = (name: string) => {
    const values = knownOf(name, deps);
    return values.length === 0 ? 'x' : deps.random.pick(values);
  };
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]));
}

function replaceOne(params: Record<string, string>, { random }: SampleDeps): void {
  const names = Object.keys(params);
  if (names.length > 0) params[random.pick(names)] = hostileText(random);
}

function hostileField(query: Record<string, unknown>, random: Random) {
  const fields = [...Object.keys(query), 'page', 'size', 'sort', '__proto__', 'constructor', 'x'];
  const values = Array.from({ length: 1 + random.below(MAX_QUERY_REPEATS) }, () => hostileText(random));
  return { [random.pick(fields)]: values.length === 1 ? values[0] : values };
}

function replaceInBody(schema: Parameters<typeof placesOf>[0], body: unknown, random: Random): unknown {
  const { path } = random.pick(placesOf(schema));
  return withValueAt(body, path, hostileValue(random));
}

/** The query with raw bytes that no client encodes in some cases: broken percent-encoding, bare separators. */
function searchOf(query: Record<string, unknown>, random: Random): string {
  const parts: string[] = [];
  for (const [name, values] of Object.entries(query)) {
    for (const value of Array.isArray(values) ? values : [values]) {
      if (value !== undefined && value !== null)
        parts.push(`${encodePart(name)}=${encodePart(String(value))}`);
    }
  }
  if (random.chance(0.05))
    parts.push(random.pick(['%', '%ff', 'a=%E0%A4%A', '&&==', 'ids[]=1', 'a[b]=c', '?']));
  return parts.join('&');
}

/** A lone surrogate cannot be percent-encoded. */
const encodePart = (part: string) => encodeURIComponent(part.toWellFormed());

/** The stack of JSON.stringify ends before the deepest values: these are written as text. */
function jsonOf(value: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(value) ?? '');
  } catch {
    return Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  }
}
