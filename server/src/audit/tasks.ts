import * as z from 'zod';
import { jobKind, type Task, task } from '../platform/jobs/index.ts';
import type { SyslogTarget } from '../platform/syslog/index.ts';
import type { Webhook } from '../platform/webhook/index.ts';
import { extendChain } from './chain.ts';
import { type FollowDeps, followAudit } from './follow.ts';
import { type Receiver, syslogReceiver, webhookReceiver } from './receivers.ts';
import { type SealDeps, sealChains, WRITE_SEAL, writeSeal } from './seal.ts';

const CHAIN = jobKind('chain-audit', z.looseObject({}), { queue: 'audit' });
const SEAL = jobKind('seal-audit', z.looseObject({}), { queue: 'audit' });

/** A queue for each receiver: one process at a time sends to it, and an outage of one does not delay the other. */
const TO_SYSLOG = jobKind('send-audit-to-syslog', z.looseObject({}), { queue: 'audit-syslog' });
const TO_WEBHOOK = jobKind('send-audit-to-webhook', z.looseObject({}), { queue: 'audit-webhook' });

export interface AuditTaskDeps extends SealDeps, FollowDeps {
  settings: SealDeps['settings'] & {
    /** null: no syslog */
    auditSyslog: SyslogTarget | null;
    /** null: no webhook */
    auditWebhook: Webhook | null;
  };
}

/**
 * AUDIT-03: entries are chained within a minute, and the chains are sealed each day. AUDIT-08: each minute the
 * receivers get the new entries.
 */
export function auditTasks(deps: AuditTaskDeps): { tasks: Task[]; crontab: string[] } {
  const { auditSyslog, auditWebhook } = deps.settings;
  const syslog = auditSyslog && syslogReceiver(auditSyslog);
  const webhook = auditWebhook && webhookReceiver(auditWebhook, deps.clock);
  return {
    tasks: [
      task(CHAIN, () => extendChain(deps)),
      task(SEAL, () => sealChains(deps)),
      task(WRITE_SEAL, ({ number }) => writeSeal(deps, number)),
      followTask(TO_SYSLOG, syslog, deps),
      followTask(TO_WEBHOOK, webhook, deps),
    ],
    crontab: [
      // The job key limits the queue to one waiting run, even after a long outage of the database.
      `* * * * * ${CHAIN.name} ?jobKey=${CHAIN.name}`,
      `5 0 * * * ${SEAL.name} ?jobKey=${SEAL.name}`,
      ...(syslog ? [`* * * * * ${TO_SYSLOG.name} ?jobKey=${TO_SYSLOG.name}`] : []),
      ...(webhook ? [`* * * * * ${TO_WEBHOOK.name} ?jobKey=${TO_WEBHOOK.name}`] : []),
    ],
  };
}

/** @param receiver null after its setting was removed: a job that waited then does nothing */
const followTask = (kind: typeof TO_SYSLOG, receiver: Receiver | null, deps: FollowDeps): Task =>
  task(kind, async (_payload, { signal }) => {
    if (receiver !== null) await followAudit(deps, receiver, signal);
  });
