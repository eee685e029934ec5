import * as z from 'zod';

/** For tests: what a part of a call is made of, without what says that it may be left out or be null. */
function coreOf(part: z.ZodType): z.ZodType {
  let schema = part;
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    schema = schema.unwrap() as z.ZodType;
  }
  return schema;
}

/** For tests: the names of the fields that a part of a call has; [] when it has none. */
export function fieldsOf(part: z.ZodType): string[] {
  const schema = coreOf(part);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** For tests: which of the fields of an example may be missing after all. @returns [] when all are required */
export const optionalOf = (schema: z.ZodType, example: object, fields = Object.keys(example)) =>
  fields.filter((field) => accepts(schema, { ...example, [field]: undefined }));

/** For tests: which of the fields of an example take a value of any kind. @returns [] when all are checked */
export const uncheckedOf = (schema: z.ZodType, example: object, fields = Object.keys(example)) =>
  fields.filter((field) => accepts(schema, { ...example, [field]: { other: 1 } }));
