/** A mail as it is shown, whatever form its file has. */
export interface MailMessage {
  subject: string;
  from: readonly MailAddress[];
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  /** null when the mail names none */
  sentAt: Date | null;
  /** the body as HTML; null when there is none */
  html: string | null;
  text: string | null;
  attachments: readonly MailAttachment[];
}

export interface MailAddress {
  name: string;
  address: string;
}

export interface MailAttachment {
  name: string;
  /** null when it is unknown */
  sizeBytes: number | null;
  /** of an image that the body shows, without angle brackets; null when it has none */
  contentId: string | null;
  bytes: Uint8Array | null;
}
