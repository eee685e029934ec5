import { Button } from 'antd';
import { useDownload } from '../download/index.ts';
import { SimplifiedNote } from '../kit/simplified-note.tsx';
import { useVault } from '../shared/index.ts';
import { viewerTexts } from './lazy-texts.ts';
import type { ViewedFile } from './viewing.ts';

/** The note above a simplified page, with a button to download the original. */
export function ViewedNote({ viewed }: { viewed: ViewedFile }) {
  return (
    <SimplifiedNote>
      <DownloadOriginal viewed={viewed} label={viewerTexts.downloadOriginal} />
    </SimplifiedNote>
  );
}

/** A button that downloads the viewed file; without the download permission there is none. */
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
    version === null ? download.downloadItems([file]) : void download.downloadVersion(file, version);
  return (
    <Button type="link" size="small" onClick={save}>
      {label}
    </Button>
  );
}
