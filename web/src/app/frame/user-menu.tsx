import { KeyOutlined, LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import { initials } from '@vault/contract';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { MenuButton, preloadable, usePreload } from '../../kit/index.ts';
import { canChangePassword, ChangePasswordModal, signOut } from '../../session/index.ts';
import { hasUnfinishedWork, HOME, LazyDialog, leaveTab, useChangeVaultSearch } from '../../shared/index.ts';
import { userMenuTexts } from '../texts.ts';
import styles from './frame.module.css';

const LeaveDialog = preloadable(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

interface Person {
  name: string;
  email: string;
}

interface UserMenuProps {
  person: Person;
  /** DESK-01: the menu has an entry for the administration */
  mayAdminister: boolean;
}

export function UserMenu({ person, mayAdminister }: UserMenuProps) {
  const [, navigate] = useLocation();
  const change = useChangeVaultSearch();
  const button = useRef<HTMLButtonElement>(null);
  const [asks, setAsks] = useState(false);
  const [changesPassword, setChangesPassword] = useState(false);
  usePreload(LeaveDialog);
  const stay = () => setAsks(false);
  const password = { open: changesPassword, onClose: () => setChangesPassword(false) };
  const leave = async () => {
    setAsks(false);
    // The next person on this machine must not see this person's folder.
    navigate(HOME, { replace: true });
    await signOut();
  };
  const label = userMenuTexts.label(initials(person.name), person.name);
  const items = [
    {
      id: 'account',
      label: userMenuTexts.account,
      icon: UserOutlined,
      run: () => change({ ...leaveTab, view: 'account' }),
    },
    ...(mayAdminister
      ? [
          {
            id: 'administration',
            label: userMenuTexts.administration,
            icon: SettingOutlined,
            run: () => change({ ...leaveTab, view: 'administration' }),
          },
        ]
      : []),
    ...(canChangePassword()
      ? [
          {
            id: 'change-password',
            label: userMenuTexts.changePassword,
            icon: KeyOutlined,
            run: () => setChangesPassword(true),
          },
        ]
      : []),
    {
      id: 'sign-out',
      label: userMenuTexts.signOut,
      icon: LogoutOutlined,
      run: () => (hasUnfinishedWork() ? setAsks(true) : void leave()),
    },
  ];
  return (
    <>
      <MenuButton
        label={label}
        edge="right"
        header={<PersonLabel person={person} />}
        items={items}
        onChoose={(id) => items.find((item) => item.id === id)?.run()}
      >
        {(opens) => (
          <button ref={button} type="button" className={styles['avatar']} aria-label={label} {...opens}>
            {initials(person.name)}
          </button>
        )}
      </MenuButton>
      <LazyDialog open={asks} onClose={stay}>
        <LeaveDialog open={asks} onCancel={stay} onConfirm={() => void leave()} />
      </LazyDialog>
      <LazyDialog {...password}>
        <ChangePasswordModal
          email={person.email}
          // The menu entry that opened the dialog no longer exists, so the focus moves to the button of the menu.
          onClosed={() => button.current?.focus()}
          {...password}
        />
      </LazyDialog>
    </>
  );
}

function PersonLabel({ person }: { person: Person }) {
  return (
    <span className={styles['person']}>
      <span className={styles['personName']}>{person.name}</span>
      <span>{person.email}</span>
    </span>
  );
}
