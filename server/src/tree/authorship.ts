/** The author and time of a change, as stored with the rows. */
export interface Authorship {
  by: {
    /** the account; null for visitors of a link */
    id: string | null;
    /** display name */
    name: string;
  };
  at: Date;
}

/** Attributes of new items of an upload or a creation (D-17). */
export interface ItemAttributes {
  shareToClient: boolean;
  category: string;
  /** YYYY-MM-DD; null: today in UTC */
  asOfDate: string | null;
}
