import { Button } from 'antd';
import { useDownload } from '../download/index.ts';
import { useVault } from '../shell/index.ts';
import type { ViewedFile } from './viewing.ts';
import styles from './preview.module.css';

/** USE-31: says that the page is not the original, and leads to that. */
export function SimplifiedNote({ viewed }: { viewed: ViewedFile }) {
  return (
    <div className={styles['simplified']} role="note">
      <span>Simplified view. The original can look different.</span>
      <DownloadOriginal viewed={viewed} label="Download the original" />
    </div>
  );
}

/** Downloads what is shown; nothing where that is not allowed. */
export function DownloadOriginal({
  viewed: { file, version },
  label,
}: {
  viewed: ViewedFile;
  label: string;
}) {
  const { abilities } = useVault();
  const download = useDownload();
  if (!abilities.download) return null;
  const save = () =>
    version === null ? download.downloadFiles([file]) : void download.downloadVersion(file, version);
  return (
    <Button type="link" size="small" onClick={save}>
      {label}
    </Button>
  );
}
