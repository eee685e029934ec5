import { Dropdown as AntDropdown, type DropdownProps } from 'antd';
import { usePopup } from './use-back-closes.ts';

/**
 * Ant Design's Dropdown, whose menu the browser's Back closes too (USE-04). It handles the arrow keys as soon as it is
 * open.
 */
export function Dropdown(props: DropdownProps) {
  return <AntDropdown autoFocus {...props} {...usePopup()} />;
}
