/** A mail as it goes out. */
export interface Message {
  /** each sees the others; at most 100 (RFC 5321 4.5.3.1.8: what every server takes at once) */
  readonly to: readonly string[];
  /** the name beside the vault's own address; null: the address alone */
  readonly from: { readonly name: string | null };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** its own for ever, also when it is sent again: a receiving server can tell a repetition by it */
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

/** Who got a mail and who did not; each recipient is in one of the two. */
export interface Delivery {
  readonly accepted: string[];
  readonly refused: Refusal[];
}

/** The way out for mails. */
export interface Mailer {
  /**
   * @param options.signal ends the attempt
   * @throws MailUnavailable when nobody got it and nobody was refused: there is no server, it hung up, it did not let the
   *   vault in. Worth trying later.
   */
  send(message: Message, options?: { readonly signal?: AbortSignal }): Promise<Delivery>;
  close(): Promise<void>;
}

/** No mail can be sent at this time. The message is for the operator and holds no credentials. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable';
}
