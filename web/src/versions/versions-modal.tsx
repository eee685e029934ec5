import { InfoCircleOutlined } from '@ant-design/icons';
import type { Item } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useRef, useState } from 'react';
import { keys } from '../api/index.ts';
import { useDetails } from '../details/index.ts';
import { FileIcon, MiddleTruncated, Modal, TabBar } from '../kit/index.ts';
import { useVault } from '../shared/index.ts';
import { HistoryPanel } from './history-panel.tsx';
import { versionsModalTexts } from './texts.ts';
import { VersionsPanel } from './versions-panel.tsx';
import styles from './versions.module.css';

interface VersionsModalProps {
  file: Item;
  open: boolean;
  onClose: () => void;
}

const WIDTH = 1000;

/** VERSION-01, VERSION-16: the modal Versions & History. Closing it reloads the file list only after a change. */
export function VersionsModal({ file, open, onClose }: VersionsModalProps) {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  const isChanged = useRef(false);
  const close = () => {
    if (isChanged.current) void queryClient.invalidateQueries({ queryKey: keys.list(recordId) });
    isChanged.current = false;
    onClose();
  };
  return (
    <Modal
      title={versionsModalTexts.title}
      open={open}
      width={WIDTH}
      destroyOnHidden
      onCancel={close}
      footer={null}
    >
      <Contents
        file={file}
        onChanged={() => {
          isChanged.current = true;
        }}
        onFileGone={() => {
          // Moving the file to the trash has already reloaded the list.
          isChanged.current = false;
          onClose();
        }}
      />
    </Modal>
  );
}

const VERSIONS = 1;
const TABS = [
  { key: VERSIONS, label: versionsModalTexts.versions },
  { key: 2, label: versionsModalTexts.history },
];

interface ContentsProps {
  file: Item;
  onChanged: () => void;
  onFileGone: () => void;
}

function Contents({ file, ...on }: ContentsProps) {
  const details = useDetails();
  const id = useId();
  const [tab, setTab] = useState(VERSIONS);
  const panelId = `${id}-panel`;
  return (
    <>
      <div className={styles['subject']}>
        <FileIcon name={file.name} />
        <MiddleTruncated text={file.name} />
        <Button icon={<InfoCircleOutlined aria-hidden />} onClick={() => details.ofItem(file)}>
          {versionsModalTexts.fileDetails}
        </Button>
      </div>
      <div className={styles['tabs']}>
        <TabBar
          label={versionsModalTexts.tabs}
          tabs={TABS.map((one) => ({ ...one, id: `${id}-tab-${one.key}`, panelId }))}
          activeKey={tab}
          onChange={setTab}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={`${id}-tab-${tab}`}>
        {tab === VERSIONS ? <VersionsPanel file={file} {...on} /> : <HistoryPanel fileId={file.sfid} />}
      </div>
    </>
  );
}
