import * as z from 'zod';
import { optional, text } from './kinds.ts';

/** AUDIT-03: where the seals of the audit go. */
export interface AuditConfig {
  /** the file to which each seal is appended; null for none */
  auditSealFile: string | null;
}

export const auditSchema = z.object({
  AUDIT_SEAL_FILE: optional(text, {
    description:
      'File to which the daily seal of the audit is appended, best on a disk that the server can only append to',
    whenUnset: 'seals are in the database and in the log only',
    example: '/var/log/portal-vault/seals.jsonl',
  }),
});

export function auditConfig(settings: z.infer<typeof auditSchema>): AuditConfig {
  return { auditSealFile: settings.AUDIT_SEAL_FILE ?? null };
}
