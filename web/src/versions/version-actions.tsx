import {
  CheckCircleOutlined,
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EyeOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import type { Abilities, Version } from '@vault/contract';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { formatDateTime, Tip } from '../kit/index.ts';
import { versionActionTexts } from './texts.ts';
import styles from './versions.module.css';

/** An action on a version. */
export interface VersionAction {
  id: string;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  isDanger?: boolean;
  isOffered: (version: Version, abilities: Abilities) => boolean;
  perform: (version: Version) => void;
}

type Handlers = Record<
  'preview' | 'download' | 'copyId' | 'receipt' | 'makeCurrent' | 'remove',
  VersionAction['perform']
>;

/** VERSION-05 … VERSION-08, VERSION-17: the actions in order, with their permissions. */
export function versionActions(handlers: Handlers): VersionAction[] {
  const always = () => true;
  return [
    {
      id: 'preview',
      label: versionActionTexts.preview,
      icon: EyeOutlined,
      isOffered: always,
      perform: handlers.preview,
    },
    {
      id: 'download',
      label: versionActionTexts.download,
      icon: DownloadOutlined,
      isOffered: (_, { download }) => download,
      perform: handlers.download,
    },
    {
      id: 'copyId',
      label: versionActionTexts.copyId,
      icon: CopyOutlined,
      isOffered: always,
      perform: handlers.copyId,
    },
    {
      id: 'receipt',
      label: versionActionTexts.receipt,
      icon: SafetyCertificateOutlined,
      isOffered: always,
      perform: handlers.receipt,
    },
    {
      id: 'makeCurrent',
      label: versionActionTexts.makeCurrent,
      icon: CheckCircleOutlined,
      isOffered: ({ isCurrent }, { edit }) => edit && !isCurrent,
      perform: handlers.makeCurrent,
    },
    {
      id: 'remove',
      label: versionActionTexts.remove,
      icon: DeleteOutlined,
      isDanger: true,
      isOffered: (_, { edit }) => edit,
      perform: handlers.remove,
    },
  ];
}

interface VersionActionsProps {
  version: Version;
  actions: readonly VersionAction[];
  abilities: Abilities;
  isBusy: boolean;
}

/**
 * The icons of the actions on a version. An action that is not offered leaves its space empty, so that equal icons are
 * aligned.
 */
export function VersionActions({ version, actions, abilities, isBusy }: VersionActionsProps) {
  const isOfSomeone = ({ isOffered }: VersionAction) =>
    isOffered({ ...version, isCurrent: false }, abilities);
  return (
    <span className={styles['actions']}>
      {actions.filter(isOfSomeone).map((action) =>
        action.isOffered(version, abilities) ? (
          <Tip key={action.id} text={action.label}>
            <Button
              type="text"
              size="small"
              danger={action.isDanger ?? false}
              disabled={isBusy}
              aria-label={versionActionTexts.of(action.label, formatDateTime(version.createDate))}
              icon={<action.icon aria-hidden />}
              onClick={() => action.perform(version)}
            />
          </Tip>
        ) : (
          <span key={action.id} className={styles['noAction']} />
        ),
      )}
    </span>
  );
}
