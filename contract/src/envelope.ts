import * as z from 'zod';
import { type ErrorCode, errorCodeSchema } from './error-codes.ts';

/** Every JSON reply (API-04). A reply is a success only if `code === 200` (T-46). */
export interface Envelope<T> {
  code: number;
  data: T | null;
  errorMessage: string | null;
  /** present in refusals only (TOOLS-02) */
  errorCode?: ErrorCode;
}

/** The envelope around one call's data, for the API document. */
export const envelopeOf = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.literal(200), data, errorMessage: z.null() });

/** The reply of every failed call. */
export const failureSchema = z
  .object({
    code: z.number().int(),
    data: z.null(),
    errorMessage: z.string().nullable(),
    errorCode: errorCodeSchema,
  })
  .meta({ id: 'Failure' });
