/** The extensions of Office documents (PREVIEW-15). */
export type OfficeExtension = 'doc' | 'docx' | 'xls' | 'xlsx' | 'ppt' | 'pptx';

/** Renders Office documents, which are untrusted. */
export interface OfficeConverter {
  /**
   * Renders a document as PDF, within limits of time, memory and size. Waits while other documents are rendered.
   * @param document reads the bytes; called only when the wait is over, so that a waiting call needs no memory
   * @param sender who causes the work; senders take turns
   * @throws OfficeFailure for a document that cannot be rendered, OfficeBusy when the wait takes too long
   */
  toPdf(document: () => Promise<Uint8Array>, extension: OfficeExtension, sender?: string): Promise<Buffer>;
  /** Stops running renderings and removes every file. */
  close(): Promise<void>;
}

/** The document cannot be rendered. The message is the reason, for the log. */
export class OfficeFailure extends Error {
  override readonly name = 'OfficeFailure';
}

/** The document cannot be rendered now: too many documents wait, or the server stops. The document may be fine. */
export class OfficeBusy extends Error {
  override readonly name = 'OfficeBusy';

  constructor() {
    super('The document cannot be rendered now');
  }
}

/** A setting of the converter is invalid; the message is a sentence for the operator. */
export class OfficeStartError extends Error {
  override readonly name = 'OfficeStartError';
}
