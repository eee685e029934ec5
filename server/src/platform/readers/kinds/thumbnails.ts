import * as z from 'zod';
import { drawThumbnails } from '../../pictures/index.ts';
import type { DocumentPage } from '../page.ts';
import { packParts } from '../parts.ts';

const optionsSchema = z.object({
  form: z.enum(['pic', 'svg', 'pdf']),
  /** pixels of the longer side of each thumbnail, the largest first */
  sides: z.array(z.int().min(1).max(1024)).min(1).max(4),
});

/** Thumbnails of a picture or of the first page of a PDF (USE-33). @returns packed parts, one for each side */
export async function read(bytes: Uint8Array, options: unknown): Promise<DocumentPage> {
  const { form, sides } = optionsSchema.parse(options);
  return {
    mediaType: 'application/octet-stream',
    bytes: packParts(await drawThumbnails(bytes, form, sides)),
  };
}
