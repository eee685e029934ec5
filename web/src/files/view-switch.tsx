import { AppstoreOutlined, PictureOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Tip, usePhone } from '../kit/index.ts';
import { setViewMode, useViewMode, type ViewMode } from './view-mode.ts';
import styles from './files.module.css';

const CHOICES: readonly { mode: ViewMode; label: string; icon: typeof AppstoreOutlined }[] = [
  { mode: 'list', label: 'List', icon: UnorderedListOutlined },
  { mode: 'thumbnails', label: 'List with thumbnails', icon: PictureOutlined },
  { mode: 'grid', label: 'Grid', icon: AppstoreOutlined },
];

/** USE-33: switches how the list shows its items; absent in narrow windows, which have one mode (USE-46). */
export function ViewSwitch() {
  const current = useViewMode();
  if (usePhone()) return null;
  return (
    <div role="group" aria-label="View" className={styles['viewSwitch']}>
      {CHOICES.map(({ mode, label, icon: Icon }) => (
        <Tip key={mode} text={label}>
          <Button
            type="text"
            aria-label={label}
            aria-pressed={mode === current}
            icon={<Icon aria-hidden />}
            onClick={() => setViewMode(mode)}
          />
        </Tip>
      ))}
    </div>
  );
}
