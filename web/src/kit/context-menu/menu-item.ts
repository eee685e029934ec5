import type { ComponentType } from 'react';

/** One item of a menu. */
export interface MenuItem {
  id: string;
  label: string;
  /** what it does, below the label */
  description?: string | undefined;
  icon?: ComponentType<{ 'aria-hidden'?: boolean }> | undefined;
  /** the key that does the same, as people read it */
  keyHint?: string | undefined;
  isDisabled?: boolean;
  /** takes something away */
  isDanger?: boolean;
  /** opens beside the item in place of a choice of it */
  submenu?: readonly MenuItem[] | undefined;
}
