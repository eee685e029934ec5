/** Who changes a tree, when, as it is kept with the rows. */
export interface Change {
  by: {
    /** the account; null for visitors of a link */
    id: string | null;
    /** the name that people see */
    name: string;
  };
  at: Date;
}

/** What an upload or a creation says about the items that it makes (D-17). */
export interface ItemAttributes {
  shareToClient: boolean;
  category: string;
  /** YYYY-MM-DD; null: today in UTC */
  asOfDate: string | null;
}
