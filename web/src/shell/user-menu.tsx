import { LogoutOutlined } from '@ant-design/icons';
import { initials } from '@vault/contract';
import { useNavigate } from '@tanstack/react-router';
import { Dropdown } from 'antd';
import { signOut } from '../session/index.ts';
import styles from './shell.module.css';

interface UserMenuProps {
  person: { name: string; email: string };
}

export function UserMenu({ person }: UserMenuProps) {
  const navigate = useNavigate();
  const leave = async () => {
    // The next person on this machine shall not be led to this one's folder.
    await navigate({ to: '/vault', search: {}, replace: true });
    await signOut();
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(trigger) => trigger.parentElement ?? document.body}
      menu={{
        items: [
          {
            key: 'person',
            type: 'group',
            label: (
              <span className={styles['person']}>
                <span className={styles['personName']}>{person.name}</span>
                <span>{person.email}</span>
              </span>
            ),
          },
          { type: 'divider' },
          { key: 'sign-out', icon: <LogoutOutlined />, label: 'Sign out', onClick: () => void leave() },
        ],
      }}
    >
      <button
        type="button"
        className={styles['avatar']}
        aria-label={`${initials(person.name)}, account of ${person.name}`}
        aria-haspopup="menu"
      >
        {initials(person.name)}
      </button>
    </Dropdown>
  );
}
