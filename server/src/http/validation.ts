import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { Errors, type VaultError } from './errors.ts';
import { isProblemText } from './problem-codes.ts';

/**
 * Checks requests with the contract's schemas.
 * A schema that throws is a defect of the schema. The request gets 400 and the defect is logged, so that no input
 * results in a 500 (SAFE-27). With `checkReplies` the error is thrown, so that tests fail.
 * @param checkReplies also checks every reply (in tests): a reply that violates the contract becomes a failure
 */
export function validateWithContract(
  app: FastifyInstance,
  { checkReplies }: { checkReplies: boolean },
): void {
  app.setValidatorCompiler<z.ZodType>(({ schema, method, url, httpPart }) => (data) => {
    try {
      const result = schema.safeParse(data ?? undefined);
      return result.success ? { value: result.data } : { error: formError(result.error) };
    } catch (error) {
      if (checkReplies) throw error;
      app.log.error({ err: error, method, url, httpPart }, 'Schema threw on a request; answering 400');
      return { error: Errors.invalidRequest() };
    }
  });
  app.setSerializerCompiler<z.ZodType>(({ schema, httpStatus }) => (data) => {
    if (checkReplies && httpStatus === '200') schema.parse(data);
    return JSON.stringify(data);
  });
}

/** A schema can contain one of the vault's own texts; all other errors are P16. */
function formError(error: z.ZodError): VaultError {
  const text = error.issues.map((issue) => issue.message).find(isProblemText);
  return text === undefined ? Errors.invalidRequest() : Errors.badValue(text);
}
