import { useRef, type KeyboardEvent } from 'react';
import styles from './kit.module.css';

interface TabBarItem {
  key: number;
  label: string;
  /** id of the tab; `panelId` is the id of its panel */
  id: string;
  panelId: string;
}

interface TabBarProps {
  label: string;
  tabs: readonly TabBarItem[];
  /** another number when none of the tabs is open */
  activeKey: number;
  onChange: (key: number) => void;
}

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * A bar of tabs that follows the ARIA tabs pattern: it is one tab stop, and the arrow keys move to a tab and choose it.
 */
export function TabBar({ label, tabs, activeKey, onChange }: TabBarProps) {
  const buttons = useRef(new Map<number, HTMLElement>());
  const stopKey = (tabs.find(({ key }) => key === activeKey) ?? tabs[0])?.key;
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ key }) => key === stopKey);
    const next = STEPS[event.key]?.(index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    buttons.current.get(tab.key)?.focus();
    if (tab.key !== activeKey) onChange(tab.key);
  };
  return (
    <div role="tablist" aria-label={label} className={styles['tabs']} onKeyDown={onKeyDown}>
      {tabs.map(({ key, label: text, id, panelId }) => (
        <button
          key={key}
          ref={(button) => {
            if (button) buttons.current.set(key, button);
          }}
          id={id}
          type="button"
          role="tab"
          className={styles['tab']}
          aria-selected={key === activeKey}
          aria-controls={key === activeKey ? panelId : undefined}
          tabIndex={key === stopKey ? 0 : -1}
          onClick={() => key !== activeKey && onChange(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
