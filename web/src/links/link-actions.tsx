import {
  CopyOutlined,
  DeleteOutlined,
  ExportOutlined,
  FolderOpenOutlined,
  MoreOutlined,
} from '@ant-design/icons';
import type { SharedLink } from '@vault/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { ContextMenu, type MenuItem, type Point } from '../kit/index.ts';
import type { LinkActs } from './use-link-actions.ts';
import styles from './links.module.css';

interface LinkActionsProps {
  link: SharedLink;
  acts: LinkActs;
  mayDelete: boolean;
}

type ActId = 'copy' | 'open' | 'goToFolder' | 'askToDelete';

/** LINKS-25 … LINKS-27: returns the entries of the popover, without actions that are not possible. */
export function moreActs({ parentIsExist }: Pick<SharedLink, 'parentIsExist'>, mayDelete: boolean) {
  const acts: (MenuItem & { id: ActId; isOffered: boolean })[] = [
    { id: 'copy', label: 'Copy Link', icon: CopyOutlined, isOffered: true },
    { id: 'open', label: 'Open Link', icon: ExportOutlined, isOffered: true },
    { id: 'goToFolder', label: 'Go to Folder', icon: FolderOpenOutlined, isOffered: parentIsExist },
    { id: 'askToDelete', label: 'Delete Link', icon: DeleteOutlined, isDanger: true, isOffered: mayDelete },
  ];
  return acts.filter(({ isOffered }) => isOffered);
}

/** LINKS-23, LINKS-24: a deleted link only has View Details. */
export function LinkActions({ link, acts, mayDelete }: LinkActionsProps) {
  const [menu, setMenu] = useState<{ at: Point; origin: HTMLElement } | null>(null);
  const items = moreActs(link, mayDelete);
  return (
    <span className={styles['actions']}>
      <Button type="link" size="small" className={styles['details'] ?? ''} onClick={() => acts.details(link)}>
        View Details
      </Button>
      {!link.deleted && (
        <Button
          type="text"
          size="small"
          aria-label={`More actions for ${link.fileName}`}
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          icon={<MoreOutlined aria-hidden />}
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect();
            setMenu({ at: { x: left, y: bottom }, origin: currentTarget });
          }}
        />
      )}
      {menu !== null && (
        <ContextMenu
          label="Actions of the link"
          at={menu.at}
          origin={menu.origin}
          items={items}
          onChoose={(id) => items.find((item) => item.id === id) && acts[id as ActId](link)}
          onClose={() => setMenu(null)}
        />
      )}
    </span>
  );
}
