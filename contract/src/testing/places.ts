import type * as z from 'zod';

/** A position in the input of a schema: the keys and indexes that lead to it. The root is []. */
export type Path = readonly (string | number)[];

/** A schema and the input position that it checks. */
export interface Place {
  path: Path;
  schema: z.core.$ZodTypes;
}

/** The key that represents any key of a record, and the index that represents any item of a list. */
const ANY_KEY = 'key';
const ANY_INDEX = 0;

/**
 * Returns every schema that checks a part of a schema's input, from the outermost to the innermost. A position has
 * several entries when its schema has wrappers (optional, default, pipe, union).
 * @throws on a kind of schema that the contract does not use yet: add it here, so that the tests cover it
 */
export function placesOf(root: z.ZodType): Place[] {
  const places: Place[] = [];
  const open = new Set<z.core.$ZodTypes>();
  const visit = (part: z.core.$ZodType, path: Path): void => {
    const schema = part as z.core.$ZodTypes;
    // a recursive schema is already listed one level up
    if (open.has(schema)) return;
    open.add(schema);
    places.push({ path, schema });
    for (const { below, key } of innerOf(schema)) visit(below, key === null ? path : [...path, key]);
    open.delete(schema);
  };
  visit(root, []);
  return places;
}

interface Inner {
  below: z.core.$ZodType;
  /** null: `below` checks the same position */
  key: string | number | null;
}

function innerOf(schema: z.core.$ZodTypes): Inner[] {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).map(([key, below]) => ({ below, key }));
    case 'array':
      return [{ below: def.element, key: ANY_INDEX }];
    case 'record':
      return [
        { below: def.keyType, key: null },
        { below: def.valueType, key: ANY_KEY },
      ];
    case 'union':
      return def.options.map((below) => ({ below, key: null }));
    case 'pipe':
      return [def.in, def.out].map((below) => ({ below, key: null }));
    case 'optional':
    case 'nullable':
    case 'default':
      return [{ below: def.innerType, key: null }];
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'undefined':
    case 'null':
    case 'never':
    case 'transform':
    case 'unknown':
      return [];
    default:
      throw new Error(`placesOf does not know schemas of the kind '${def.type}'`);
  }
}

/** Formats a position for a failure message, such as `sfids.0`; '' is the root. */
export const pathText = (path: Path): string => path.join('.');

/**
 * Returns a copy of a value with another value at one position. Missing objects and lists on the path are created.
 */
export function withValueAt(value: unknown, path: Path, put: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(value) ? [...(value as unknown[])] : [];
    list[key] = withValueAt(list[key], rest, put);
    return list;
  }
  const object: Record<string, unknown> =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  object[key] = withValueAt(object[key], rest, put);
  return object;
}
