import { SHELL_TOP_OFFSET } from '@vault/contract';
import { createContext, use } from 'react';

export const TopOffsetContext = createContext<number>(SHELL_TOP_OFFSET);

/** SHELL-06: the height of what stands above the tabs' content, in CSS pixels; modals stand below it. */
export function useShellTopOffset(): number {
  return use(TopOffsetContext);
}
