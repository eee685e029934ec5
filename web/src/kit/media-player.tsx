import { useRef, useState } from 'react';

interface MediaPlayerProps {
  label: string;
  kind: 'audio' | 'video';
  /** where the browser reads ranges of the file */
  address: string;
  /** asks for another address when this one has expired; null where addresses do not expire */
  renew: (() => Promise<string>) | null;
  className?: string | undefined;
  onFail: () => void;
}

/**
 * Audio or video in the browser's own player (USE-32). A signed address expires while a long file is played: then the
 * player goes on from the same place with a new one.
 */
export function MediaPlayer({ label, kind, address, renew, className, onFail }: MediaPlayerProps) {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const [source, setSource] = useState({ address, at: 0 });
  const failedAt = useRef(-1);
  const fail = async () => {
    const at = player.current?.currentTime ?? 0;
    // A second failure in the same place is no expired address.
    if (renew === null || at === 0 || failedAt.current === at) return onFail();
    failedAt.current = at;
    try {
      setSource({ address: await renew(), at });
    } catch {
      onFail();
    }
    return undefined;
  };
  const resume = () => {
    const { current } = player;
    if (current === null || source.at === 0) return;
    current.currentTime = source.at;
    void current.play();
  };
  const Tag = kind;
  return (
    // The files of people have no captions beside them.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <Tag
      ref={player}
      className={className}
      aria-label={label}
      src={source.address}
      controls
      preload="metadata"
      onError={() => void fail()}
      onLoadedMetadata={resume}
    />
  );
}
