import * as z from 'zod';

/**
 * For tests: returns the schema of one part of a call (path, query, body, data) without optional and nullable wrappers.
 */
function coreOf(part: z.ZodType): z.ZodType {
  let schema = part;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    schema = schema.unwrap() as z.ZodType;
  }
  return schema;
}

/** For tests: returns the field names of a part of a call, those of the first form if it has several; [] for none. */
export function fieldsOf(part: z.ZodType): string[] {
  const schema = coreOf(part);
  if (schema instanceof z.ZodUnion) return fieldsOf(schema.options[0] as z.ZodType);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** For tests: returns the fields of an example that the schema does not require. @returns [] when all are required */
export const optionalOf = (schema: z.ZodType, example: object, fields = Object.keys(example)) =>
  fields.filter((field) => accepts(schema, { ...example, [field]: undefined }));

/** For tests: returns the fields of an example that accept a value of any kind. @returns [] when all are checked */
export const uncheckedOf = (schema: z.ZodType, example: object, fields = Object.keys(example)) =>
  fields.filter((field) => accepts(schema, { ...example, [field]: { other: 1 } }));
