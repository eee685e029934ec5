import { useSyncExternalStore } from 'react';
import type { Availability, VaultState } from './availability.ts';

export const useVaultState = ({ subscribe, get }: Pick<Availability, 'subscribe' | 'get'>): VaultState =>
  useSyncExternalStore(subscribe, get);
