/** A mail to show, independent of its file format. */
export interface MailMessage {
  subject: string;
  from: readonly MailAddress[];
  to: readonly MailAddress[];
  cc: readonly MailAddress[];
  /** null when the mail has no date */
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
  /** null when the size is unknown */
  sizeBytes: number | null;
  /** the content id of an image in the body, without angle brackets; null when it has none */
  contentId: string | null;
  bytes: Uint8Array | null;
}
