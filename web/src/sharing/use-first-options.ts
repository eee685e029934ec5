import { endOfDayIn } from './expiry.ts';
import { DEFAULT_OPTIONS, type ShareOptions } from './options.ts';
import { shareDays } from './remembered-days.ts';
import { usePersonId } from './use-person-id.ts';

/**
 * SHARE-09, SHARE-10, USE-42: returns the initial options of the modal. The expiry has as many days as the person chose
 * for the last link.
 */
export function useFirstOptions(): ShareOptions {
  const personId = usePersonId();
  return { ...DEFAULT_OPTIONS, expirationDate: endOfDayIn(shareDays.read(personId)) };
}
