/** Where a page begins, and how many rows it has. */
export interface PageInput {
  /** `next` of the page before; undefined for the first */
  after: string | undefined;
  size: number;
}

export interface Page<Row> {
  rows: Row[];
  /** null at the end */
  next: string | null;
}

/** Reads a page of a list that is ordered by something else than time: `after` is the number of rows before it. */
export async function pageFrom<Row>(
  { after, size }: PageInput,
  read: (slice: { offset: number; limit: number }) => Promise<Row[]>,
): Promise<Page<Row>> {
  const offset = after === undefined ? 0 : Number.parseInt(after, 10);
  const rows = await read({ offset, limit: size + 1 });
  return { rows: rows.slice(0, size), next: rows.length > size ? String(offset + size) : null };
}
