/** A mail as it goes out. */
export interface Message {
  /** each sees the others; at most 100 (RFC 5321 4.5.3.1.8: what every server takes at once) */
  readonly to: readonly string[];
  /** the name beside the vault's own address; null: the address alone */
  readonly from: { readonly name: string | null };
  /** where answers go; null or absent: to the vault's own address */
  readonly replyTo?: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** the same each time the mail is sent: receiving servers recognise a repeat by it */
  readonly id: string;
}

/** A recipient who did not get it. */
export interface Refusal {
  readonly address: string;
  /** the server's words */
  readonly reason: string;
  /** false: the same may go through later (RFC 5321 4.2.1) */
  readonly isFinal: boolean;
}

/** A recipient who may have got it: the message was handed over, and the reply to it did not arrive. */
export interface Unconfirmed {
  readonly address: string;
  /** why there is no reply */
  readonly reason: string;
}

/** What became of a mail; each recipient is in one of the three lists. */
export interface Delivery {
  readonly accepted: string[];
  readonly refused: Refusal[];
  readonly unconfirmed: Unconfirmed[];
}

/** The way out for mails. */
export interface Mailer {
  /**
   * Ends within MAIL_LIMIT_MS.
   * @param options.signal ends the attempt earlier
   * @throws MailUnavailable when it surely reached no recipient and none was refused: there is no server, it hung up before
   *   the message was handed over, the login failed, the outbox cannot be written. Worth trying later.
   */
  send(message: Message, options?: { readonly signal?: AbortSignal }): Promise<Delivery>;
  close(): Promise<void>;
}

/** The longest time that one attempt to send a mail takes. */
export const MAIL_LIMIT_MS = 60_000;

/** No mail can be sent at this time. The message is for the operator and holds no credentials. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}

export const notAnAddress = (address: string): Refusal => ({
  address,
  reason: 'not an address',
  isFinal: true,
});
