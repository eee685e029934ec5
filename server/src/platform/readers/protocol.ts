import * as z from 'zod';

/** The head of a frame to the reader process; the body is the document. */
export interface ReadOrder {
  kind: string;
  options: unknown;
}

/**
 * The head of a frame from the reader process; the body is the page. A process that a document controls can send
 * anything.
 */
export const readReplySchema = z.union([
  z.strictObject({ mediaType: z.string().max(200) }),
  z.strictObject({ reason: z.string().max(1000) }),
]);
export type ReadReply = z.infer<typeof readReplySchema>;
