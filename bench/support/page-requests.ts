import { contract } from '@vault/contract';
import type { SortField } from './big-folder.ts';
import { encode } from './connection.ts';
import { requestFor } from './pipeline.ts';
import { RECORD_ID, type Vault } from './vault.ts';

export const PAGE_SIZE = 50;

/** A page of a folder and its order. */
export interface View {
  page: number;
  field: SortField;
  descending: boolean;
}

/** Returns the numbers of the pages with different costs. */
export function pagesOf(files: number): Record<'first' | 'middle' | 'last', number> {
  const last = Math.ceil(files / PAGE_SIZE) - 1;
  return { first: 0, middle: Math.floor(last / 2), last };
}

/** Requests of C03 for the pages of one folder, cached because encoding takes as long as sending. */
export class PageRequests {
  readonly #vault: Vault;
  readonly #folder: string;
  readonly #made = new Map<string, Buffer>();

  constructor(vault: Vault, folder: string) {
    this.#vault = vault;
    this.#folder = folder;
  }

  of({ page, field, descending }: View): Buffer {
    const sort = `${field},${descending ? 'desc' : 'asc'}`;
    const key = `${page} ${sort}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const query = { page: String(page), size: String(PAGE_SIZE), sort, parentFolder: this.#folder };
    const input = { params: { recordId: RECORD_ID }, query };
    const request = encode(requestFor(contract.files.list, input, this.#vault.client.token));
    this.#made.set(key, request);
    return request;
  }
}
