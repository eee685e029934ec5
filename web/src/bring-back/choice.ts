/** What a person has chosen: a folder, '' for the whole record, and a moment, ISO 8601; undefined for now. */
export interface Choice {
  path: string;
  at: string | undefined;
}
