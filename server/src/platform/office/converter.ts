/** What an Office document may call itself (PREVIEW-15). */
export type OfficeExtension = 'doc' | 'docx' | 'xls' | 'xlsx' | 'ppt' | 'pptx';

/** Renders Office documents. Nothing that a document holds is trusted. */
export interface OfficeConverter {
  /**
   * Renders a document as PDF, within limits of time, memory and size. Waits while others are being rendered.
   * @param document is called when the turn has come, so that waiting costs no memory
   * @throws OfficeFailure for a document that cannot be rendered, OfficeBusy when the turn does not come
   */
  toPdf(document: () => Promise<Uint8Array>, extension: OfficeExtension): Promise<Buffer>;
  /** Ends what is running and removes every file. */
  close(): Promise<void>;
}

/** This document cannot be rendered. The message says why, for the log. */
export class OfficeFailure extends Error {
  override readonly name = 'OfficeFailure';
}

/** It cannot be rendered now: too much is waiting, or the server stops. The document itself may be fine. */
export class OfficeBusy extends Error {
  override readonly name = 'OfficeBusy';

  constructor() {
    super('The document cannot be rendered now');
  }
}

/** A setting of the converter cannot be used; the message is a sentence for the operator. */
export class OfficeStartError extends Error {
  override readonly name = 'OfficeStartError';
}
