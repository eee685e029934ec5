import type { ReactNode } from 'react';
import type { Item, Landing } from '@vault/contract';
import { PageLoader } from '../../kit/spinner.tsx';
import { About } from '../landing/about.tsx';
import { LoadError } from '../landing/load-error.tsx';
import { Button } from '../parts/button.tsx';
import { BottomNotes } from '../parts/outage-note.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { DownloadAll } from './download-all.tsx';
import { DownloadStatus } from './download-status.tsx';
import { ItemList } from './item-list.tsx';
import { crumbsOf } from './place.ts';
import { PreviewDialog } from './preview/preview-dialog.tsx';
import { isViewable } from './preview/viewable.ts';
import { useDownload } from './use-download.ts';
import { useItems } from './use-items.ts';
import { usePlace } from './use-place.ts';
import styles from './share.module.css';

/** What somebody shares: folders to open, files to look at and to take (RECIP-05, RECIP-06). */
export function SharePage({ landing, isEnded }: { landing: Landing; isEnded: boolean }) {
  const place = usePlace();
  const { path } = place.place;
  const { listing, isLoading, failure, retry, showMore } = useItems(path, isEnded);
  const { state, isBusy, dismiss, ...downloads } = useDownload();
  const crumbs = crumbsOf(listing?.path ?? path, landing.name);
  const here = crumbs.at(-1)?.name ?? landing.name;
  const onDownload = landing.allowDownload ? downloads.download : null;
  const toTop = path === '' ? null : () => place.openFolder('');

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
      {!landing.isFile && crumbs.length > 1 && <Breadcrumb crumbs={crumbs} onOpen={place.openFolder} />}
      {failure !== null && <FolderTrouble failure={failure} onRetry={retry} onTop={toTop} />}
      {listing === null && failure === null && <PageLoader label="Loading" />}
      {listing !== null && failure === null && (
        <ItemList
          listing={listing}
          isLoading={isLoading}
          label={here}
          onOpenFolder={place.openFolder}
          onOpenFile={place.openFile}
          onDownload={onDownload}
          onMore={showMore}
        />
      )}
      <Viewed
        items={listing?.items ?? []}
        place={place}
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
  place: ReturnType<typeof usePlace>;
  canEdit: boolean;
  onDownload: ((item: Item) => void) | null;
  /** where downloads are told: on top of the preview while it is open */
  status: ReactNode;
}

/** The file that the address names, if it is in the list and can be looked at. */
function Viewed({ items, place, canEdit, onDownload, status }: ViewedProps) {
  const viewable = items.filter(isViewable);
  const item = viewable.find(({ externalId }) => externalId === place.place.view);
  if (item === undefined) return status;
  return (
    <PreviewDialog
      items={viewable}
      item={item}
      canEdit={canEdit}
      onChange={place.changeFile}
      onClose={place.closeFile}
      onDownload={onDownload}
    >
      {status}
    </PreviewDialog>
  );
}

interface FolderTroubleProps {
  failure: { code: number; message: string };
  onRetry: () => void;
  /** out of a folder that is gone; null at the top */
  onTop: (() => void) | null;
}

function FolderTrouble({ failure, onRetry, onTop }: FolderTroubleProps) {
  if (failure.code === 404 && onTop !== null) {
    return (
      <div className={styles['note']} role="alert">
        <p>{failure.message}</p>
        <Button onClick={onTop}>Show what is shared</Button>
      </div>
    );
  }
  return <LoadError {...failure} onRetry={onRetry} />;
}
