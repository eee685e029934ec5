import * as z from 'zod';
import { optional } from './kinds.ts';

/** The office service that views and edits documents (contract C58). */
export interface OfficeConfig {
  /** the address of its discovery; null: there is none */
  wopiClientUrl: string | null;
}

export const officeSchema = z.object({
  WOPI_CLIENT_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
});

export function officeConfig(settings: z.infer<typeof officeSchema>): OfficeConfig {
  return { wopiClientUrl: settings.WOPI_CLIENT_URL ?? null };
}
