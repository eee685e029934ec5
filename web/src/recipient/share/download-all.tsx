import { formatBytes } from '@vault/contract';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { shareTexts } from './texts.ts';
import { useWholeSize } from './use-whole-size.ts';
import styles from './share.module.css';

interface DownloadAllProps {
  path: string;
  /** true for a single shared file, which is downloaded without a ZIP */
  isFile: boolean;
  isBusy: boolean;
  onDownload: () => void;
}

/** The button that downloads everything that is listed, with its size (C46). */
export function DownloadAll({ path, isFile, isBusy, onDownload }: DownloadAllProps) {
  const size = useWholeSize(path);
  const isTooLarge = size?.isTooLarge === true;
  return (
    <div className={styles['all']}>
      <Button
        look="main"
        disabled={isTooLarge || size?.count === 0}
        aria-disabled={isBusy}
        aria-describedby="download-all-size"
        onClick={isBusy ? undefined : onDownload}
      >
        <Icon of="download" />
        {isFile ? shareTexts.download : shareTexts.downloadAll}
      </Button>
      <p id="download-all-size" className={styles['allSize']}>
        {size !== null && (isTooLarge ? shareTexts.tooLarge : sizeText(size, isFile))}
      </p>
    </div>
  );
}

const sizeText = ({ count, size }: { count: number; size: number }, isFile: boolean) =>
  isFile ? formatBytes(size) : shareTexts.sizeAsZip(count, formatBytes(size));
