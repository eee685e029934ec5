import * as z from 'zod';
import { type ErrorCode, errorCodeSchema } from './error-codes.ts';

/** Every JSON reply (API-04). Success is `code === 200` and nothing else (T-46). */
export interface Envelope<T> {
  code: number;
  data: T | null;
  errorMessage: string | null;
  /** of a refusal (TOOLS-02) */
  errorCode?: ErrorCode;
}

/** The envelope around one call's data, for the API document. */
export const envelopeOf = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.literal(200), data, errorMessage: z.null() });

/** What every failed call answers. */
export const failureSchema = z
  .object({
    code: z.number().int(),
    data: z.null(),
    errorMessage: z.string().nullable(),
    errorCode: errorCodeSchema,
  })
  .meta({ id: 'Failure' });
