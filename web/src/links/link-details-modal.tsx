import { DeleteOutlined, ExportOutlined, FolderOpenOutlined } from '@ant-design/icons';
import type { SharedLink } from '@vault/contract';
import { Button } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { MiddleTruncated, Modal, useLastNonNull } from '../kit/index.ts';
import { useVault } from '../shared/index.ts';
import { shownPath } from '../tree/index.ts';
import { LinkDetails } from './link-details.tsx';
import { LinkViewsModal } from './link-views-modal.tsx';
import type { LinkActs } from './use-link-actions.ts';
import styles from './links.module.css';

interface LinkDetailsModalProps {
  /** null while the modal is closed */
  link: SharedLink | null;
  acts: LinkActs;
  /** @param isChanged the list must be loaded again (LINKDETAIL-15) */
  onClose: (isChanged: boolean) => void;
}

const WIDTH = 680;

/** LINKDETAIL-01 … LINKDETAIL-20 */
export function LinkDetailsModal({ link, acts, onClose }: LinkDetailsModalProps) {
  const shown = useLastNonNull(link);
  const isChanged = useRef(false);
  const [viewsOf, setViewsOf] = useState<SharedLink | null>(null);
  const close = () => {
    onClose(isChanged.current);
    isChanged.current = false;
  };
  return (
    <>
      <Modal
        title={shown !== null && <Title link={shown} />}
        open={link !== null}
        width={WIDTH}
        destroyOnHidden
        onCancel={close}
        footer={
          shown !== null && !shown.deleted ? <Buttons link={shown} acts={acts} onClose={close} /> : null
        }
      >
        {shown !== null && (
          <LinkDetails
            key={shown.id}
            link={shown}
            acts={acts}
            onViews={() => setViewsOf(shown)}
            onChanged={() => {
              isChanged.current = true;
            }}
          />
        )}
      </Modal>
      <LinkViewsModal link={viewsOf} onClose={() => setViewsOf(null)} />
    </>
  );
}

/** LINKDETAIL-01, LINKDETAIL-02: the title with name and path; the path of the root is empty. */
function Title({ link: { fileName, location } }: { link: SharedLink }) {
  return (
    <span className={styles['modalTitle']}>
      <span className={styles['modalName']}>
        <span>Links Details</span>
        <span className={styles['ofName']}>
          <MiddleTruncated text={fileName} />
        </span>
      </span>
      <span className={styles['subtitle']}>
        <MiddleTruncated text={shownPath(location)} />
      </span>
    </span>
  );
}

interface ButtonsProps {
  link: SharedLink;
  acts: LinkActs;
  onClose: () => void;
}

/** LINKDETAIL-03; Go to Folder without an existing folder is disabled here, not hidden (LINKS-27). */
function Buttons({ link, acts, onClose }: ButtonsProps): ReactNode {
  const { abilities } = useVault();
  return (
    <>
      <Button icon={<ExportOutlined aria-hidden />} onClick={() => acts.open(link)}>
        Open Link
      </Button>
      <Button
        icon={<FolderOpenOutlined aria-hidden />}
        disabled={!link.parentIsExist}
        onClick={() => {
          onClose();
          acts.goToFolder(link);
        }}
      >
        Go to Folder
      </Button>
      {abilities.share && (
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => acts.askToDelete(link)}>
          Delete Link
        </Button>
      )}
    </>
  );
}
