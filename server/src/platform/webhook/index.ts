import { createHmac } from 'node:crypto';

/** An address that other programs offer for events. */
export interface Webhook {
  url: string;
  /** the key of the signatures: its UTF-8 */
  secret: string;
}

/** A request of a webhook. */
export interface WebhookMessage {
  /** the same when the same content is sent again */
  id: string;
  at: Date;
  contentType: string;
  body: string;
}

/** The time limit for the reply. */
const LIMIT_MS = 20_000;

/**
 * Posts a message in the form of Standard Webhooks 1.0: the headers webhook-id, webhook-timestamp (Unix time in s) and
 * webhook-signature, which is `v1,` and the HMAC-SHA-256 in Base64 of `id.timestamp.body`. Follows no redirect.
 * @throws when the reply has no status 2xx, or does not arrive in time; the message does not contain the address
 */
export async function postWebhook(
  { url, secret }: Webhook,
  { id, at, contentType, body }: WebhookMessage,
  signal: AbortSignal,
): Promise<void> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const limit = AbortSignal.timeout(LIMIT_MS);
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, limit]),
  }).catch((error: unknown) => {
    throw new Error(limit.aborted ? `no reply within ${LIMIT_MS} ms` : failureOf(error), { cause: error });
  });
  await reply.body?.cancel();
  if (!reply.ok) throw new Error(`the receiver replied with status ${reply.status}`);
}

/** The message of the network error, which is the cause of the error of fetch. */
function failureOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? messageOf(inner) : String(inner);
}

/** An error of several addresses has only a code. */
const messageOf = (error: NodeJS.ErrnoException) => error.message || String(error.code);
