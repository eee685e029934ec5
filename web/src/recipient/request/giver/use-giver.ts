import type { Landing } from '@vault/contract';
import { useEffect, useState } from 'react';
import { deviceStorage } from '../../visit/device-storage.ts';
import { createGiver, type Giver } from './giver.ts';

/** The giver of this page, who is remembered on the device (USE-47). */
export function useGiver({ askGiver }: Landing): Giver {
  const [giver] = useState(() => {
    const created = createGiver(deviceStorage());
    created.setAsked(askGiver === true);
    return created;
  });
  useEffect(() => giver.setAsked(askGiver === true), [giver, askGiver]);
  return giver;
}
