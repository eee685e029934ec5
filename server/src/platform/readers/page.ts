/** A document in the form in which the browser shows it. */
export interface DocumentPage {
  mediaType: string;
  bytes: Uint8Array;
}
