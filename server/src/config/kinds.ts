import * as z from 'zod';

export const text = z.string().trim().min(1);

const unset = (value: unknown) => (value === '' ? undefined : value);

/** A setting that may be left out, or empty, which is the same. */
export const optional = <T extends z.ZodType>(schema: T) => z.preprocess(unset, schema.optional());
