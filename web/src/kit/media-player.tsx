import { useRef, useState } from 'react';
import styles from './media-player.module.css';

interface MediaPlayerProps {
  label: string;
  kind: 'audio' | 'video';
  /** the address from which the browser reads ranges of the file */
  address: string;
  /** requests a new address after the address `before` has expired */
  renew: (before: string) => Promise<string>;
  onFail: () => void;
}

/**
 * Plays audio or video in the player of the browser (USE-32). When the signed address expires while a file plays, the
 * player continues at the same position with a new address.
 */
export function MediaPlayer({ label, kind, address, renew, onFail }: MediaPlayerProps) {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [source, setSource] = useState({ address, at: 0, isPlaying: false });
  const failedAt = useRef(-1);
  const fail = async () => {
    const { currentTime: at = 0, paused = true } = player.current ?? {};
    // An expired address is not the cause of a second failure at the same position.
    if (failedAt.current === at) return onFail();
    failedAt.current = at;
    try {
      setSource({ address: await renew(source.address), at, isPlaying: !paused });
    } catch {
      onFail();
    }
    return undefined;
  };
  const resume = () => {
    const { current } = player;
    if (current === null || source.address === address) return;
    current.currentTime = source.at;
    if (source.isPlaying) void current.play();
  };
  const Tag = kind;
  return (
    // Uploaded files have no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <Tag
      ref={player}
      className={styles['player']}
      aria-label={label}
      src={source.address}
      controls
      preload="metadata"
      onError={() => void fail()}
      onLoadedMetadata={resume}
    />
  );
}
