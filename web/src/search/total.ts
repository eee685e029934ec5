import { MAX_COUNTED, totalItems } from '@vault/contract';
import { searchResultsTexts } from './texts.ts';

/** USE-41: returns the text of the total below the results; the server counts up to MAX_COUNTED. */
export const totalFound = (count: number): string =>
  count > MAX_COUNTED ? searchResultsTexts.moreThan(MAX_COUNTED) : totalItems(count);
