import { useState } from 'react';
import { MediaPlayer } from '../kit/media-player.tsx';
import { addressOf } from './content-query.ts';
import { viewerTexts } from './lazy-texts.ts';
import { NotSupported } from './not-supported.tsx';
import { Stage } from './stage.tsx';
import type { ViewedFile } from './viewing.ts';
import styles from './preview.module.css';

interface MediaViewProps {
  label: string;
  kind: 'audio' | 'video';
  address: string;
  viewed: ViewedFile;
}

/** USE-32: audio and video in the browser's player. */
export function MediaView({ label, kind, address, viewed }: MediaViewProps) {
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed) return <NotSupported label={label} hint={viewerTexts.mediaUnplayable} />;
  return (
    <Stage label={label} isDeep>
      <div className={styles['middle']}>
        <MediaPlayer
          label={label}
          kind={kind}
          address={address}
          renew={(before) => addressOf(viewed, { renews: before })}
          onFail={() => setHasFailed(true)}
        />
      </div>
    </Stage>
  );
}
