import * as z from 'zod';
import { optional, text } from './kinds.ts';

/** Portals that embed the vault in their own pages. */
export interface PortalConfig {
  /** their origins, such as `https://portal.example.com`; [] for none */
  portalOrigins: string[];
}

/** Origins are also used in headers, where a * or a ; would allow more than one origin. */
const isOrigin = (value: string) =>
  /^https?:\/\/[\w.:[\]-]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;

export const portalSchema = z.object({
  PORTAL_ORIGINS: optional(
    text
      .transform((value) => value.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every(isOrigin),
        'must be origins such as https://portal.example.com, separated by commas',
      ),
    {
      description:
        'Origins of the portals whose pages embed the vault, separated by commas; see docs/embedding.md',
      whenUnset: 'no portal embeds the vault',
      example: 'https://portal.example.com',
    },
  ),
});

export function portalConfig(settings: z.infer<typeof portalSchema>): PortalConfig {
  return { portalOrigins: settings.PORTAL_ORIGINS ?? [] };
}
