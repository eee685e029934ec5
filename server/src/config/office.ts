import * as z from 'zod';
import { optional } from './kinds.ts';

/** The office service that views and edits documents (contract C58). */
export interface OfficeConfig {
  /** the address of its discovery; null: there is no office service */
  wopiClientUrl: string | null;
}

export const officeSchema = z.object({
  WOPI_CLIENT_URL: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }), {
    description:
      'Address of the office service (Collabora, ONLYOFFICE, Microsoft 365) that views and edits documents; see docs/office.md',
    whenUnset: "the vault's own preview, no editing of Office files",
    example: 'https://office.example.com',
  }),
});

export function officeConfig(settings: z.infer<typeof officeSchema>): OfficeConfig {
  return { wopiClientUrl: settings.WOPI_CLIENT_URL ?? null };
}
