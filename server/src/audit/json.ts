/** A value that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * The canonical JSON of RFC 8785: no blanks, keys sorted by their UTF-16 code units, numbers and texts as
 * `JSON.stringify` writes them.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((entry) => canonicalJson(entry)).join(',')}]`;
  // The default order of sort() is the one of the RFC.
  const keys = Object.keys(value).toSorted();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`).join(',')}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/**
 * Returns a value that PostgreSQL can store and returns unchanged: texts without NUL and unpaired surrogates, and whole
 * numbers; other numbers become texts. Fields that are undefined are left out, as JSON does.
 */
export function storableJson<T extends Json>(value: T): T;
export function storableJson(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((entry) => storableJson(entry));
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [storableText(key), storableJson(field)]));
}

/**
 * Returns whether a value is all that a jsonb column has: PostgreSQL keeps digits of numbers that JavaScript ignores.
 * @param octets the length of the column as text, in bytes
 */
export function isWholeJsonb(value: Json, octets: number): boolean {
  return hasWholeNumbers(value) && Buffer.byteLength(jsonbText(value)) === octets;
}

function hasWholeNumbers(value: Json): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((field) => hasWholeNumbers(field));
}

/** PostgreSQL's text of a jsonb value, except for the order of the keys. */
function jsonbText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isList(value)) return `[${value.map((entry) => jsonbText(entry)).join(', ')}]`;
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${jsonbText(field)}`);
  return `{${fields.join(', ')}}`;
}

/** Half of the longest text of an entry, in characters. A path of 200 folders with long names has 51,000. */
const HALF = 2000;

/**
 * A text that PostgreSQL can store. The middle of a long text is left out, because one call can record thousands of
 * entries.
 */
export function storableText(text: string): string {
  const short = text.length > 2 * HALF ? `${text.slice(0, HALF)}…${text.slice(-HALF)}` : text;
  return short.toWellFormed().replaceAll('\0', '\uFFFD');
}
