import { RightOutlined } from '@ant-design/icons';
import type { MenuItem } from './menu-item.ts';
import styles from './context-menu.module.css';

interface MenuLineProps {
  item: MenuItem;
  /** true while the submenu of the item is open */
  isOpen: boolean;
  /** the item gets the focus, also from a program that reads the screen */
  onFocus: () => void;
  onPoint: () => void;
  onChoose: () => void;
}

/** One item of a menu. */
export function MenuLine({ item, isOpen, onFocus, onPoint, onChoose }: MenuLineProps) {
  const { label, description, icon: Icon, keyHint, isDisabled = false, isDanger = false, submenu } = item;
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={styles['item']}
      data-danger={isDanger}
      disabled={isDisabled}
      {...(submenu !== undefined && { 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
      onFocus={onFocus}
      onPointerMove={(event) => event.currentTarget !== document.activeElement && !isOpen && onPoint()}
      onClick={onChoose}
    >
      {Icon !== undefined && <Icon aria-hidden />}
      <span className={styles['texts']}>
        <span className={styles['label']}>{label}</span>
        {description !== undefined && <span className={styles['description']}>{description}</span>}
      </span>
      {keyHint !== undefined && (
        <span className={styles['hint']} aria-hidden>
          {keyHint}
        </span>
      )}
      {submenu !== undefined && <RightOutlined className={styles['arrow']} aria-hidden />}
    </button>
  );
}
