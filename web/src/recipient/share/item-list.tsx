import { formatBytes, type Item } from '@vault/contract';
import { DamagedMark } from '../../kit/damaged-mark.tsx';
import { FileIcon } from '../../kit/file-icon.tsx';
import { FolderIcon } from '../../kit/folder-icon.tsx';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { formatMediumDay } from '../../kit/format-date.ts';
import { NameText } from '../parts/name-text.tsx';
import { isFolder, type Listing } from './items.ts';
import { isViewable } from './preview/viewable.ts';
import { shareTexts } from './texts.ts';
import styles from './share.module.css';

interface ListActions {
  onOpenFolder: (path: string) => void;
  onOpenFile: (externalId: string) => void;
  /** downloads an item; null when downloads are not allowed */
  onDownload: ((item: Item) => void) | null;
}

interface ItemListProps extends ListActions {
  listing: Listing;
  isLoading: boolean;
  label: string;
  onMore: () => void;
}

/** The items of a folder, in the order of the server. */
export function ItemList({ listing, isLoading, label, onMore, ...actions }: ItemListProps) {
  const { items, total } = listing;
  const left = total - items.length;
  if (total === 0) return <p className={styles['empty']}>{shareTexts.empty}</p>;
  return (
    <div className={styles['box']} aria-busy={isLoading}>
      <ul className={styles['list']} aria-label={label}>
        {items.map((item) => (
          <li key={item.sfid} className={styles['item']}>
            <Row item={item} {...actions} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div className={styles['more']}>
          <Button disabled={isLoading} onClick={onMore}>
            {shareTexts.showMore}
          </Button>
          <span>{shareTexts.position(items.length, total)}</span>
        </div>
      )}
    </div>
  );
}

function Row({ item, onOpenFolder, onOpenFile, onDownload }: ListActions & { item: Item }) {
  const { name, externalId } = item;
  const open = openerOf(item, () =>
    isFolder(item) ? onOpenFolder(item.folderPath) : onOpenFile(externalId ?? ''),
  );
  return (
    <>
      {isFolder(item) ? <FolderIcon /> : <FileIcon name={name} />}
      <div className={styles['words']}>
        {open === null ? (
          <span className={styles['plain']}>
            <NameText name={name} />
          </span>
        ) : (
          <button type="button" className={styles['open']} onClick={open}>
            <NameText name={name} />
          </button>
        )}
        {item.isDamaged === true && <DamagedMark text={shareTexts.damaged} />}
        <span className={styles['size']}>{formatBytes(item.size)}</span>
        <span className={styles['day']}>{formatMediumDay(item.createddate)}</span>
      </div>
      {onDownload !== null && (
        <Button
          look="quiet"
          aria-label={shareTexts.downloadOf(name)}
          title={shareTexts.download}
          onClick={() => onDownload(item)}
        >
          <Icon of="download" />
        </Button>
      )}
    </>
  );
}

const openerOf = (item: Item, open: () => void) => (isFolder(item) || isViewable(item) ? open : null);
