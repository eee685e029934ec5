import { mayPassOn } from '@vault/contract';
import { useVault } from '../shared/index.ts';
import { endOfDayIn } from './expiry.ts';
import { DEFAULT_OPTIONS, type ShareOptions } from './options.ts';
import { shareDays } from './remembered-days.ts';
import { usePersonId } from './use-person-id.ts';

/**
 * SHARE-09, SHARE-10, USE-42: returns the initial options of the modal. The expiry has as many days as the person chose
 * for the last link. Download is on only for a person who may download (GUARD-10).
 */
export function useFirstOptions(): ShareOptions {
  const personId = usePersonId();
  const { abilities } = useVault();
  const allowDownload = DEFAULT_OPTIONS.allowDownload && mayPassOn('download', abilities);
  return { ...DEFAULT_OPTIONS, allowDownload, expirationDate: endOfDayIn(shareDays.read(personId)) };
}
