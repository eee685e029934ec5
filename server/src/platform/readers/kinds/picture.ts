import * as z from 'zod';
import { drawPicture } from '../../pictures/index.ts';
import type { DocumentPage } from '../page.ts';

const optionsSchema = z.object({ extension: z.string() });

/** A picture as one WebP that every browser shows (USE-32). */
export async function read(bytes: Uint8Array, options: unknown): Promise<DocumentPage> {
  const { extension } = optionsSchema.parse(options);
  const drawn = await drawPicture(bytes, extension === 'svg' ? 'svg' : 'pic');
  return { mediaType: 'image/webp', bytes: drawn };
}
