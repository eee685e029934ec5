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
  /** items of a submenu, which opens beside this item; the item itself cannot be chosen then */
  submenu?: readonly MenuItem[] | undefined;
}
