/** The secret key is missing, wrong or not protected; the message is a sentence for the operator. */
export class SecretKeyError extends Error {
  override name = 'SecretKeyError';
}

export const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException | null)?.code;
