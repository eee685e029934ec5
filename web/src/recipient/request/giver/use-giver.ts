import type { Landing } from '@vault/contract';
import { useEffect, useState } from 'react';
import { browserStorage } from '../../../kit/storage/browser-storage.ts';
import { createGiver, type Giver } from './giver.ts';

/** Returns the giver of this page, whose name is stored on the device (USE-47). */
export function useGiver({ askGiver }: Landing): Giver {
  const [giver] = useState(() => {
    const created = createGiver(browserStorage);
    created.setAsked(askGiver === true);
    return created;
  });
  useEffect(() => giver.setAsked(askGiver === true), [giver, askGiver]);
  return giver;
}
