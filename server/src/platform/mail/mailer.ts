/** A mail to send. */
export interface Message {
  /** at most 100, which every server accepts in one mail (RFC 5321 4.5.3.1.8); the recipients see each other */
  readonly to: readonly string[];
  /** the name that is shown beside the vault's address; null for the address only */
  readonly from: { readonly name: string | null };
  /** the address for replies; null or absent for the vault's address */
  readonly replyTo?: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** does not change when the mail is sent again, so that receiving servers can detect the repeat */
  readonly id: string;
}

/** A recipient who did not get the mail. */
export interface Refusal {
  readonly address: string;
  /** the server's reply */
  readonly reason: string;
  /** false when a later attempt can succeed (RFC 5321 4.2.1) */
  readonly isFinal: boolean;
}

/** A recipient who possibly got the mail: the message was sent, and the reply to it did not arrive. */
export interface Unconfirmed {
  readonly address: string;
  /** why there is no reply */
  readonly reason: string;
}

/** The result of sending a mail; each recipient is in one of the three lists. */
export interface Delivery {
  readonly accepted: string[];
  readonly refused: Refusal[];
  readonly unconfirmed: Unconfirmed[];
}

/** Sends mails. */
export interface Mailer {
  /**
   * Ends within MAIL_LIMIT_MS.
   * @param options.signal ends the attempt earlier
   * @throws MailUnavailable when it certainly reached no recipient and none was refused: there is no server, it closed
   * the connection before the message was sent, the login failed, the outbox cannot be written. A later attempt can
   * succeed.
   */
  send(message: Message, options?: { readonly signal?: AbortSignal }): Promise<Delivery>;
  close(): Promise<void>;
}

/** The maximum time of one attempt to send a mail. */
export const MAIL_LIMIT_MS = 60_000;

/** No mail can be sent now. The message is for the operator and contains no credentials. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}

export const notAnAddress = (address: string): Refusal => ({
  address,
  reason: 'not an address',
  isFinal: true,
});
