import { AppstoreOutlined, PictureOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Tip, usePhone } from '../kit/index.ts';
import { toolbarTexts } from './texts.ts';
import { setViewMode, useViewMode, type ViewMode } from './view-mode.ts';
import styles from './files.module.css';

const CHOICES: readonly { mode: ViewMode; icon: typeof AppstoreOutlined }[] = [
  { mode: 'list', icon: UnorderedListOutlined },
  { mode: 'thumbnails', icon: PictureOutlined },
  { mode: 'grid', icon: AppstoreOutlined },
];

/** USE-33: switches how the list shows its items. Narrow windows have only one way, and no switch (USE-46). */
export function ViewSwitch() {
  const current = useViewMode();
  if (usePhone()) return null;
  return (
    <div role="group" aria-label={toolbarTexts.view} className={styles['viewSwitch']}>
      {CHOICES.map(({ mode, icon: Icon }) => (
        <Tip key={mode} text={toolbarTexts.views[mode]}>
          <Button
            type="text"
            aria-label={toolbarTexts.views[mode]}
            aria-pressed={mode === current}
            icon={<Icon aria-hidden />}
            onClick={() => setViewMode(mode)}
          />
        </Tip>
      ))}
    </div>
  );
}
