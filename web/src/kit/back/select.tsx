import { Select as AntSelect, type SelectProps } from 'antd';
import { usePopup } from './use-back-closes.ts';

/** Ant Design's Select, whose list the browser's Back closes too (USE-04). */
export function Select<Value = unknown>(props: SelectProps<Value>) {
  return <AntSelect<Value> {...props} {...usePopup()} />;
}
