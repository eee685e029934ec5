import type { Verdict } from '../platform/scanner/index.ts';
import type { AuditEvent } from './record.ts';

/**
 * AUDIT-01: the entry of bytes that did not pass the scan.
 * @param object the upload, or the file that they would change
 */
export function scanRefusal(
  verdict: Exclude<Verdict, { status: 'PASS' }>,
  object: NonNullable<AuditEvent['object']>,
): AuditEvent {
  if (verdict.status === 'ERROR') return { action: 'scan.refuse', outcome: 'failed', object };
  return { action: 'scan.refuse', outcome: 'refused', object, details: { signature: verdict.signature } };
}
