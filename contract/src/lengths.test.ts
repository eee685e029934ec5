import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { boundedList, boundedText, contract, type Endpoint } from './index.ts';
import { HOSTILE_OBJECTS, hostileJson } from './testing/hostile-values.ts';
import { type Path, type Place, pathText, placesOf, withValueAt } from './testing/places.ts';

const ENDPOINTS = Object.values(contract).flatMap((area) => Object.values(area as Record<string, Endpoint>));
/** The parts that the server checks; it checks replies only in tests. */
const PARTS = ['params', 'query', 'body', 'data'] as const;

const isTextOrList = (value: unknown) => typeof value === 'string' || Array.isArray(value);
const OTHER_TYPES = HOSTILE_OBJECTS.filter((value) => !isTextOrList(value));

/** The conditions under which zod runs a check although the type check has failed. */
const conditionsOf = ({ schema }: Place) =>
  (schema._zod.def.checks ?? []).flatMap(({ _zod: { def } }) => def.when ?? []);

/** The positions with a check that runs on a value that is neither a string nor a list. */
function looseChecksOf(schema: z.ZodType): string[] {
  return placesOf(schema).flatMap((place) => {
    const isLoose = conditionsOf(place).some((when) =>
      OTHER_TYPES.some((value) => when({ value, issues: [] })),
    );
    return isLoose ? [pathText(place.path)] : [];
  });
}

/** Every position of every call, by its name for failure messages, such as 'recipient.unlock body email'. */
const PLACES = new Map<string, { schema: z.ZodType; path: Path }>(
  ENDPOINTS.flatMap((call) =>
    PARTS.flatMap((part) =>
      placesOf(call[part]).map(({ path }) => [
        `${call.name} ${part} ${pathText(path)}`,
        { schema: call[part], path },
      ]),
    ),
  ),
);

describe('every schema of every call', () => {
  it.each(ENDPOINTS)('SAFE-27 $name runs length rules on strings and lists only', (call) => {
    expect(PARTS.flatMap((part) => looseChecksOf(call[part]))).toEqual([]);
  });

  it.each(ENDPOINTS)('SAFE-27 $name checks hostile objects at any position without throwing', (call) => {
    for (const schema of PARTS.map((part) => call[part])) {
      for (const { path } of placesOf(schema)) {
        for (const value of HOSTILE_OBJECTS) schema.safeParse(withValueAt(undefined, path, value));
      }
    }
  });

  it('SAFE-27 every call checks generated JSON at any position without throwing', () => {
    const check = (name: string, value: unknown) => {
      const { schema, path } = PLACES.get(name) ?? { schema: z.never(), path: [] };
      schema.safeParse(withValueAt(undefined, path, value));
    };
    fc.assert(fc.property(fc.constantFrom(...PLACES.keys()), hostileJson(), check), { numRuns: 20_000 });
  });

  it("SAFE-27 the walk finds zod's own length checks, which throw on objects", () => {
    const schema = z.object({ list: z.array(z.string().max(3).optional()).min(1).nullish() });
    expect(looseChecksOf(schema)).toEqual(['list', 'list.0']);
    expect(() => schema.safeParse({ list: { length: { toString: 1 } } })).toThrow(TypeError);
  });
});

describe('bounded texts and lists', () => {
  const accepted = <T>(schema: z.ZodType, values: T[]) =>
    values.filter((value) => schema.safeParse(value).success);

  it('the length of a text is counted in characters, both bounds included', () => {
    const schema = boundedText({ min: 2, max: 3 });
    expect(accepted(schema, ['', 'a', 'ab', 'abc', 'abcd', '😀😀😀'])).toEqual(['ab', 'abc', '😀😀😀']);
  });

  it('the length of a list is counted in items, both bounds included', () => {
    const schema = boundedList(z.number(), { min: 1, max: 2 });
    expect(accepted(schema, [[], [1], [1, 2], [1, 2, 3]])).toEqual([[1], [1, 2]]);
  });

  it('a list that is too long is refused before its items are checked', () => {
    const { error } = boundedList(z.string(), { max: 2 }).safeParse([1, 2, 3]);
    expect(error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });

  it('the API document has the bounds', () => {
    const schema = boundedList(boundedText({ min: 1, max: 9 }), { min: 1, max: 5 });
    expect(z.toJSONSchema(schema)).toMatchObject({
      minItems: 1,
      maxItems: 5,
      items: { type: 'string', minLength: 1, maxLength: 9 },
    });
  });

  it.each(OTHER_TYPES)('SAFE-27 %j is refused only because of its type', (value) => {
    const bounds = { min: 1, max: 3 };
    for (const schema of [boundedText(bounds), boundedList(z.string(), bounds)]) {
      expect(schema.safeParse(value).error?.issues.map(({ code }) => code)).toEqual(['invalid_type']);
    }
  });
});
