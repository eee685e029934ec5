export { type AuditEvent, recordAudit, recordAuditAlone } from './record.ts';
