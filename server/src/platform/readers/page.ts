/** A document in the form for the browser. */
export interface DocumentPage {
  mediaType: string;
  bytes: Uint8Array;
}
