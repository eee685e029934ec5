import type { Abilities } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { DetailsProvider } from '../../details/index.ts';
import { DownloadProvider } from '../../download/index.ts';
import { useLive } from '../../live/index.ts';
import { OrganiseProvider } from '../../organise/index.ts';
import { PreviewProvider } from '../../preview/index.ts';
import { SharingProvider } from '../../sharing/index.ts';
import { treeQuery } from '../../tree/index.ts';
import { UploadQueueProvider } from '../../upload/index.ts';
import { VersionsProvider } from '../../versions/index.ts';
import { OtherView } from './other-view.tsx';
import { BusyOverlay } from './busy-overlay.tsx';
import { FirstViewEnd } from './first-view-end.tsx';
import { MainPart } from '../frame/main-part.tsx';
import { tabOf } from './tabs.ts';
import { LazyPage, useVaultSearch, type Vault, VaultContext } from '../../shared/index.ts';
import { tabTexts } from '../texts.ts';
import { panelId, tabId } from './vault-tabs.tsx';
import styles from './vault.module.css';

interface OpenVaultProps {
  record: { sfid: string; name: string };
  abilities: Abilities;
}

/**
 * The open vault. Uploads, downloads and dialogs are mounted above the tabs, so that background work survives a change
 * of tab (SHELL-14); a hidden tab is unmounted (SHELL-04).
 */
export function OpenVault({ record, abilities }: OpenVaultProps) {
  const { data: tree } = useQuery(treeQuery(record.sfid));
  useLive(record.sfid);
  const rootFolderId = tree?.rootFolderSfid ?? null;
  const vault = useMemo<Vault>(
    () => ({ recordId: record.sfid, recordName: record.name, abilities, rootFolderId }),
    [record, abilities, rootFolderId],
  );
  return (
    <VaultContext value={vault}>
      <Providers>
        <ActiveTab recordId={record.sfid} />
        <BusyOverlay />
        <FirstViewEnd />
      </Providers>
    </VaultContext>
  );
}

function Providers({ children }: { children: ReactNode }) {
  return (
    <UploadQueueProvider>
      <DownloadProvider>
        <DetailsProvider>
          <OrganiseProvider>
            <PreviewProvider>
              <VersionsProvider>
                <SharingProvider>{children}</SharingProvider>
              </VersionsProvider>
            </PreviewProvider>
          </OrganiseProvider>
        </DetailsProvider>
      </DownloadProvider>
    </UploadQueueProvider>
  );
}

function ActiveTab({ recordId }: { recordId: string }) {
  const { tab, view } = useVaultSearch();
  const active = tabOf(tab);
  if (view !== undefined) return <OtherView view={view} />;
  if (active === undefined) return null;
  return (
    <MainPart className={styles['main']}>
      <div
        id={panelId(active.key)}
        className={styles['panel']}
        role="tabpanel"
        aria-labelledby={tabId(active.key)}
        // The key changes with the record, which resets selection, widths and expanded folders.
        key={`${recordId}:${active.key}`}
      >
        <LazyPage loading={tabTexts.loading(active.label)}>
          <active.Panel />
        </LazyPage>
      </div>
    </MainPart>
  );
}
