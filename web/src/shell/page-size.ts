import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@vault/contract';

const keyOf = (personId: string) => `vault.pageSize.${personId}`;

/**
 * The page size that a person chose last in this browser (USE-40).
 * @param personId null while it is not known who is signed in
 * @returns one of PAGE_SIZES; without a choice the default (FILES-30)
 */
export function rememberedPageSize(personId: string | null): number {
  const size = personId === null ? null : Number(localStorage.getItem(keyOf(personId)));
  return PAGE_SIZES.find((allowed) => allowed === size) ?? DEFAULT_PAGE_SIZE;
}

/** Keeps a chosen page size for the next lists of this person, in every tab and record. */
export function rememberPageSize(personId: string, size: number): void {
  localStorage.setItem(keyOf(personId), `${size}`);
}
