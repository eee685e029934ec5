import type { ComponentType } from 'react';

/** One item of a menu. */
export interface MenuItem {
  id: string;
  label: string;
  /** explanation below the label */
  description?: string | undefined;
  icon?: ComponentType<{ 'aria-hidden'?: boolean }> | undefined;
  /** the shortcut key, as people read it */
  keyHint?: string | undefined;
  isDisabled?: boolean;
  /** the action deletes or revokes something */
  isDanger?: boolean;
  /** opens beside the item instead of choosing it */
  submenu?: readonly MenuItem[] | undefined;
}
