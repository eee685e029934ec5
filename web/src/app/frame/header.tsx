import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Tip } from '../../kit/index.ts';
import { PRODUCT } from '../../shared/index.ts';
import { RecordSwitcher } from './record-switcher.tsx';
import { chooseMode, useThemeMode } from '../theme/theme-mode.ts';
import { headerTexts } from '../texts.ts';
import { UserMenu } from './user-menu.tsx';
import styles from './frame.module.css';

interface HeaderProps {
  person: { name: string; email: string } | null;
  records: readonly { sfid: string; name: string }[];
  /** the open record; null when no record is open */
  recordId: string | null;
  mayAdminister: boolean;
}

export function Header({ person, records, recordId, mayAdminister }: HeaderProps) {
  return (
    <div className={styles['header']}>
      <img src="/favicon.svg" alt="" width={24} height={24} />
      <h1 className={styles['product']}>{PRODUCT}</h1>
      <RecordSwitcher records={records} recordId={recordId} />
      <span className={styles['spacer']} />
      <ThemeSwitch />
      {person !== null && <UserMenu person={person} mayAdminister={mayAdminister} />}
    </div>
  );
}

function ThemeSwitch() {
  const mode = useThemeMode();
  const other = mode === 'dark' ? 'light' : 'dark';
  const label = headerTexts.switchTo[other];
  return (
    <Tip text={label}>
      <Button
        type="text"
        aria-label={label}
        icon={mode === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />}
        onClick={() => chooseMode(other)}
      />
    </Tip>
  );
}
