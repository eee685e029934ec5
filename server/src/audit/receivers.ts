import type { Clock } from '../platform/clock.ts';
import { MAX_DATAGRAM, sendSyslog, syslogText, type SyslogTarget } from '../platform/syslog/index.ts';
import { postWebhook, type Webhook } from '../platform/webhook/index.ts';
import type { ReceiverName } from './follow.queries.ts';
import type { Json } from './json.ts';
import type { TailEntry } from './tail.ts';

/** An entry and its JSON. */
export interface FollowedEntry {
  tail: TailEntry;
  json: string;
}

/** A program that follows the audit. */
export interface Receiver {
  name: ReceiverName;
  /** @throws when the receiver does not have all entries, as far as its protocol shows it */
  send: (entries: readonly FollowedEntry[], signal: AbortSignal) => Promise<void>;
}

/** AUDIT-08: a message of RFC 5424 for each entry. @param ca see `sendSyslog` */
export const syslogReceiver = (target: SyslogTarget, ca?: string): Receiver => ({
  name: 'syslog',
  send: (entries, signal) =>
    sendSyslog(
      target,
      entries.map((entry) => messageOf(entry, target)),
      { signal, ca },
    ),
});

function messageOf({ tail, json }: FollowedEntry, { transport }: SyslogTarget): string {
  const { action, at, outcome } = tail.entry;
  const message = { isWarning: outcome !== 'success', at: textOf(at), id: textOf(action) };
  const text = syslogText({ ...message, json });
  if (transport !== 'udp' || text.length <= MAX_DATAGRAM) return text;
  // What remains is far below the limit: names and paths have limits.
  const shortened = { ...tail, entry: { ...tail.entry, details: {} }, isShortened: true };
  return syslogText({ ...message, json: JSON.stringify(shortened) });
}

const textOf = (field: Json | undefined) => (typeof field === 'string' ? field : '');

/** AUDIT-08: the entries of a request are JSON Lines. */
export const webhookReceiver = (webhook: Webhook, clock: Clock): Receiver => ({
  name: 'webhook',
  send: (entries, signal) =>
    postWebhook(
      webhook,
      {
        id: `audit-${entries.at(0)?.tail.seq}-${entries.at(-1)?.tail.seq}`,
        at: clock.now(),
        contentType: 'application/x-ndjson',
        body: entries.map(({ json }) => `${json}\n`).join(''),
      },
      signal,
    ),
});
