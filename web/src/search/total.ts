import { MAX_COUNTED, totalItems } from '@vault/contract';
import { formatNumber } from '../kit/intl.ts';

/** USE-41: returns the text of the total below the results; the server counts up to MAX_COUNTED. */
export const totalFound = (count: number): string =>
  count > MAX_COUNTED ? `More than ${formatNumber(MAX_COUNTED)} items` : totalItems(count);
