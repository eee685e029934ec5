import * as z from 'zod';
import type { Sealer } from '../platform/tokens/index.ts';

/** The text of a mail in both formats. */
export interface Body {
  text: string;
  html: string;
}

const bodySchema = z.object({ text: z.string(), html: z.string() });

/**
 * The stored form of the text of a waiting mail, which contains links, codes and one-time addresses: a copy of the
 * database does not reveal them (GUARD-06).
 */
export const sealBody = (sealer: Sealer, { text, html }: Body): Buffer =>
  sealer.seal(JSON.stringify({ text, html }));

/** @throws when another key sealed it, or it was changed */
export const openBody = (sealer: Sealer, sealed: Buffer): Body =>
  bodySchema.parse(JSON.parse(sealer.open(sealed)));
