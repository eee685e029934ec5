import { useStore } from 'zustand';
import type { Availability, VaultState } from './availability.ts';

export const useVaultState = ({ state }: Pick<Availability, 'state'>): VaultState => useStore(state);
