import { join } from 'node:path';

export const OPENAPI_PATH = join(import.meta.dirname, '../../openapi.json');

/** An OpenAPI document; only the keys that are sorted. */
export interface ApiDocument {
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components?: Record<string, Record<string, unknown>>;
}

/**
 * Formats the API document of a running server for `openapi.json`. Paths, methods and components are sorted, so that
 * moved code does not change the file.
 * @param document the reply of `/api/docs/json`
 */
export function openapiText(document: ApiDocument): string {
  const { paths, components = {}, ...rest } = document;
  const sorted = { ...rest, components: sortedGroups(components), paths: sortedGroups(paths) };
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

const sortedGroups = (groups: Record<string, Record<string, unknown>>) =>
  sortedKeys(Object.fromEntries(Object.entries(groups).map(([name, group]) => [name, sortedKeys(group)])));

const sortedKeys = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
