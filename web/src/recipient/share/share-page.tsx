import type { ReactNode } from 'react';
import type { Item, Landing } from '@vault/contract';
import { PageLoader } from '../../kit/spinner.tsx';
import { About } from '../landing/about.tsx';
import { LoadError } from '../landing/load-error.tsx';
import { Button } from '../parts/button.tsx';
import { BottomNotes } from '../visit/outage-note.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { DownloadAll } from './download-all.tsx';
import { DownloadStatus } from './download-status.tsx';
import { ItemList } from './item-list.tsx';
import { crumbsOf } from './location.ts';
import type { CallError } from '../visit/client.ts';
import { commonTexts } from '../../kit/texts.ts';
import { PreviewDialog } from './preview/preview-dialog.tsx';
import { isViewable } from './preview/viewable.ts';
import { shareTexts } from './texts.ts';
import { useDownload } from './use-download.ts';
import { useItems } from './use-items.ts';
import { useShareLocation } from './use-location.ts';
import styles from './share.module.css';

/** The page of a share: folders to open, files to preview and to download (RECIP-05, RECIP-06). */
export function SharePage({ landing, isEnded }: { landing: Landing; isEnded: boolean }) {
  const location = useShareLocation();
  const { path } = location.location;
  const { listing, isLoading, failure, retry, showMore } = useItems(path, isEnded);
  const { state, isBusy, dismiss, ...downloads } = useDownload();
  const crumbs = crumbsOf(listing?.path ?? path, landing.name);
  const here = crumbs.at(-1)?.name ?? landing.name;
  const onDownload = landing.allowDownload ? downloads.download : null;
  const toTop = path === '' ? null : () => location.openFolder('');

  return (
    <>
      <div className={styles['top']}>
        <About landing={landing} />
        {landing.allowDownload && listing !== null && listing.total > 0 && (
          <DownloadAll
            path={listing.path}
            isFile={landing.isFile && listing.total === 1}
            isBusy={isBusy}
            onDownload={() => downloads.downloadWhole(listing.path, here)}
          />
        )}
      </div>
      {!landing.isFile && crumbs.length > 1 && <Breadcrumb crumbs={crumbs} onOpen={location.openFolder} />}
      {failure !== null && <FolderError failure={failure} onRetry={retry} onTop={toTop} />}
      {listing === null && failure === null && <PageLoader label={commonTexts.loading} />}
      {listing !== null && failure === null && (
        <ItemList
          listing={listing}
          isLoading={isLoading}
          label={here}
          onOpenFolder={location.openFolder}
          onOpenFile={location.openFile}
          onDownload={onDownload}
          onMore={showMore}
        />
      )}
      <Viewed
        items={listing?.items ?? []}
        location={location}
        canEdit={landing.allowEdit}
        onDownload={onDownload}
        status={
          <BottomNotes>
            <DownloadStatus state={state} onDismiss={dismiss} />
          </BottomNotes>
        }
      />
    </>
  );
}

interface ViewedProps {
  items: readonly Item[];
  location: ReturnType<typeof useShareLocation>;
  canEdit: boolean;
  onDownload: ((item: Item) => void) | null;
  /** the status of downloads, which is shown over the preview while that is open */
  status: ReactNode;
}

/** The preview of the file that the address names, if the file is in the list and has a preview. */
function Viewed({ items, location, canEdit, onDownload, status }: ViewedProps) {
  const viewable = items.filter(isViewable);
  const item = viewable.find(({ externalId }) => externalId === location.location.view);
  if (item === undefined) return status;
  return (
    <PreviewDialog
      items={viewable}
      item={item}
      canEdit={canEdit}
      onChange={location.changeFile}
      onClose={location.closeFile}
      onDownload={onDownload}
    >
      {status}
    </PreviewDialog>
  );
}

interface FolderErrorProps {
  failure: Pick<CallError, 'code' | 'errorCode' | 'message'>;
  onRetry: () => void;
  /** opens the top of the share when the folder no longer exists; null at the top */
  onTop: (() => void) | null;
}

function FolderError({ failure, onRetry, onTop }: FolderErrorProps) {
  if (failure.errorCode === 'NOT_FOUND' && onTop !== null) {
    return (
      <div className={styles['note']} role="alert">
        <p>{failure.message}</p>
        <Button onClick={onTop}>{shareTexts.toTop}</Button>
      </div>
    );
  }
  const { code, errorCode, message } = failure;
  return <LoadError code={code} errorCode={errorCode} message={message} onRetry={onRetry} />;
}
