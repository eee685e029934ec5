import { SHELL_TOP_OFFSET } from '@vault/contract';
import { createContext, use } from 'react';

export const TopOffsetContext = createContext<number>(SHELL_TOP_OFFSET);

/** SHELL-06: returns the height of header and tabs, in CSS pixels; modals start below it. */
export function useTopOffset(): number {
  return use(TopOffsetContext);
}
