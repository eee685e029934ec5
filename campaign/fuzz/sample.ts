import type { Place } from '@vault/contract/testing';
import type { Random } from '../support/random.ts';

/**
 * Values that exist in the vault by the name of the field, such as `sfid`. Those of one call or caller have its name in
 * front, such as `trash.list.id` and `shareVisitor.token`; they are used instead of the general ones.
 */
export type Known = Readonly<Record<string, readonly string[]>>;

export interface SampleDeps {
  random: Random;
  known: Known;
  /** the names of the caller and the call, the first one wins */
  scopes: readonly string[];
}

/** @returns the existing values of a field; [] for none */
export function knownOf(field: string, { known, scopes }: SampleDeps): readonly string[] {
  const scope = scopes.find((name) => known[`${name}.${field}`] !== undefined);
  return known[scope === undefined ? field : `${scope}.${field}`] ?? [];
}

const OPTIONAL_SHARE = 0.5;
const DAY = '2026-01-31';
/** in milliseconds */
const FAR_FUTURE = Date.parse('2100-01-01');

/**
 * Builds a value that a schema of the contract accepts in most cases.
 * @param field the name of the innermost field, by which existing values are found
 */
export function sampleOf(schema: unknown, field: string, deps: SampleDeps): unknown {
  const { random } = deps;
  const { def } = (schema as Place['schema'])._zod;
  switch (def.type) {
    case 'object':
      return objectOf(def.shape, deps);
    case 'array':
      return Array.from({ length: 1 + random.below(2) }, () => sampleOf(def.element, field, deps));
    case 'record':
      return { key: sampleOf(def.valueType, field, deps) };
    case 'union':
      return sampleOf(random.pick(def.options), field, deps);
    case 'pipe':
      return sampleOf(def.in, field, deps);
    case 'optional':
    case 'nullable':
    case 'default':
      return random.chance(OPTIONAL_SHARE) ? sampleOf(def.innerType, field, deps) : undefined;
    case 'string':
      return textOf(def as { format?: string }, field, deps);
    case 'number':
      return random.pick([0, 1, 2, 10, 50, FAR_FUTURE]);
    case 'boolean':
      return random.chance(0.5);
    case 'enum':
      return random.pick(Object.values(def.entries));
    case 'literal':
      return random.pick(def.values);
    case 'null':
      return null;
    default:
      return undefined;
  }
}

function objectOf(shape: Readonly<Record<string, unknown>>, deps: SampleDeps) {
  return Object.fromEntries(
    Object.entries(shape).map(([field, below]) => [field, sampleOf(below, field, deps)]),
  );
}

function textOf(def: { format?: string | undefined }, field: string, deps: SampleDeps): string {
  const { random } = deps;
  const values = knownOf(field, deps);
  if (values.length > 0) return random.pick(values);
  if (def.format === 'date') return DAY;
  if (def.format === 'datetime') return `${DAY}T00:00:00.000Z`;
  if (def.format === 'uuid') return '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  return random.pick(['a', 'b c', '']);
}
