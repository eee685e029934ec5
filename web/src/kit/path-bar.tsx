import { ArrowLeftOutlined, EllipsisOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { collapsePath } from './collapse-path.ts';
import { MenuButton } from './context-menu/menu-button.tsx';
import { MiddleTruncated } from './middle-truncated.tsx';
import { pathBarTexts } from './list-texts.ts';
import { Tip } from './tip.tsx';
import styles from './path-bar.module.css';

interface PathEntry {
  id: string;
  name: string;
}

interface PathBarProps {
  label: string;
  /** the folders of the path, from the root to the current folder */
  entries: readonly PathEntry[];
  onChoose: (entry: PathEntry) => void;
}

/** Names of at most this many letters are never shortened. */
const SHORT_NAME = 16;

/** UI-02: the current folder, with links to every folder above it. */
export function PathBar({ label, entries, onChoose }: PathBarProps) {
  const { first, middle, last } = collapsePath(entries);
  const parent = entries.at(-2);
  const current = entries.at(-1);
  const crumb = (entry: PathEntry) => (
    <li key={entry.id} className={styles['entry']} data-short={entry.name.length <= SHORT_NAME}>
      <Crumb entry={entry} isCurrent={entry === current} onChoose={onChoose} />
    </li>
  );
  return (
    <nav className={styles['bar']} aria-label={label}>
      <Tip text={pathBarTexts.toParent}>
        <Button
          type="text"
          aria-label={pathBarTexts.toParent}
          icon={<ArrowLeftOutlined aria-hidden />}
          disabled={parent === undefined}
          onClick={() => parent !== undefined && onChoose(parent)}
        />
      </Tip>
      <ol className={styles['entries']}>
        {first !== null && crumb(first)}
        {middle.length > 0 && (
          <li className={styles['more']}>
            <MenuButton
              label={pathBarTexts.between}
              items={middle.map(({ id, name }) => ({ id, label: name }))}
              onChoose={(id) => {
                const entry = middle.find((one) => one.id === id);
                if (entry !== undefined) onChoose(entry);
              }}
            >
              {(opens) => (
                <Button
                  type="text"
                  size="small"
                  aria-label={pathBarTexts.between}
                  icon={<EllipsisOutlined aria-hidden />}
                  {...opens}
                />
              )}
            </MenuButton>
          </li>
        )}
        {last.map(crumb)}
      </ol>
    </nav>
  );
}

interface CrumbProps {
  entry: PathEntry;
  isCurrent: boolean;
  onChoose: (entry: PathEntry) => void;
}

function Crumb({ entry, isCurrent, onChoose }: CrumbProps) {
  if (isCurrent) {
    return (
      <span className={styles['current']} aria-current="page">
        <MiddleTruncated text={entry.name} />
      </span>
    );
  }
  return (
    <button type="button" className={styles['crumb']} onClick={() => onChoose(entry)}>
      <MiddleTruncated text={entry.name} />
    </button>
  );
}
