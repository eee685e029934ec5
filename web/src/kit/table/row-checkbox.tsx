import { Checkbox } from 'antd';
import type { RowProps } from './row-props.ts';
import { listTexts } from '../list-texts.ts';

type RowCheckboxProps = Pick<RowProps<unknown>, 'id' | 'label' | 'isSelected' | 'onToggle'>;

/** The checkbox that selects a row. It is not a tab stop, because Space on the row does the same. */
export function RowCheckbox({ id, label, isSelected, onToggle }: RowCheckboxProps) {
  return (
    <Checkbox
      aria-label={listTexts.select(label)}
      tabIndex={-1}
      checked={isSelected}
      onChange={(change) => onToggle(id, (change.nativeEvent as unknown as PointerEvent).shiftKey)}
    />
  );
}
