import { endOfDayIn } from './expiry.ts';
import { DEFAULT_OPTIONS, type ShareOptions } from './options.ts';
import { shareDays } from './remembered-days.ts';
import { usePersonId } from './use-person-id.ts';

/** SHARE-09, SHARE-10, USE-42: the initial options of the modal; the day follows from the person's last link. */
export function useFirstOptions(): ShareOptions {
  const personId = usePersonId();
  return { ...DEFAULT_OPTIONS, expirationDate: endOfDayIn(shareDays.read(personId)) };
}
