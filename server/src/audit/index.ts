export { extendChain } from './chain.ts';
export type { Json } from './json.ts';
export { type AuditEvent, recordAudit, recordAuditAlone } from './record.ts';
export { redactPerson } from './redact.ts';
export type { RedactedPerson } from './redact.queries.ts';
export { type SealDeps, sealChains } from './seal.ts';
export { type TailEntry, tailAudit } from './tail.ts';
export { auditTasks } from './tasks.ts';
export { type Verification, verifyAudit } from './verify.ts';
