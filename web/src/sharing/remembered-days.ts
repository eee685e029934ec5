import { MAX_EXPIRY_DAYS } from '@vault/contract';
import { rememberedOfPerson } from '../kit/storage/remembered.ts';

/** USE-42: by default a link expires after two weeks. */
const DEFAULT_DAYS = 14;

/**
 * The number of days until expiry that the person chose last in this browser (USE-42): 0 to 30, or 14 before the first
 * choice.
 */
export const shareDays = rememberedOfPerson<number>({
  key: 'vault.shareDays',
  parse: (text) => {
    const days = text === null || text === '' ? Number.NaN : Number(text);
    return Number.isInteger(days) && days >= 0 && days <= MAX_EXPIRY_DAYS ? days : DEFAULT_DAYS;
  },
});
