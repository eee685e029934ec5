import * as z from 'zod';
import { optional, text } from './kinds.ts';

/** Portals that show the vault inside of their own pages. */
export interface PortalConfig {
  /** their origins, such as `https://portal.example.com`; [] for none */
  portalOrigins: string[];
}

const isOrigin = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;

export const portalSchema = z.object({
  PORTAL_ORIGINS: optional(
    text
      .transform((value) => value.split(',').map((origin) => origin.trim()))
      .refine(
        (origins) => origins.every(isOrigin),
        'must be origins such as https://portal.example.com, with commas between',
      ),
  ),
});

export function portalConfig(settings: z.infer<typeof portalSchema>): PortalConfig {
  return { portalOrigins: settings.PORTAL_ORIGINS ?? [] };
}
