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
  /** false without the permission to read: no record can be opened, so there is no choice */
  mayChooseRecord: boolean;
  /** the open record; null when no record is open */
  record: { sfid: string; name: string } | null;
  mayAdminister: boolean;
}

export function Header({ person, mayChooseRecord, record, mayAdminister }: HeaderProps) {
  return (
    <div className={styles['header']}>
      <img src="/favicon.svg" alt="" width={24} height={24} />
      <h1 className={styles['product']}>{PRODUCT}</h1>
      {mayChooseRecord && <RecordSwitcher record={record} />}
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
