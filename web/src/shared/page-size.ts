import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@vault/contract';
import { rememberedOfPerson } from '../kit/storage/remembered.ts';

/**
 * The page size that a person chose last in this browser, for the lists of all tabs and records (USE-40). It is one of
 * PAGE_SIZES; before the first choice it is the default (FILES-30).
 */
export const pageSize = rememberedOfPerson<number>({
  key: 'vault.pageSize',
  parse: (text) => PAGE_SIZES.find((allowed) => `${allowed}` === text) ?? DEFAULT_PAGE_SIZE,
});
