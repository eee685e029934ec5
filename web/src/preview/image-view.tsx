import { useEffect, useState } from 'react';
import { viewerTexts } from './lazy-texts.ts';
import { NotSupported } from './not-supported.tsx';
import { Waiting } from './waiting.tsx';
import { Zoomable } from './zoomable.tsx';
import type { Size } from './zoom.ts';
import styles from './preview.module.css';

interface ImageViewProps {
  label: string;
  image: Blob;
}

/** A picture; the browser rotates it by its EXIF orientation. */
export function ImageView({ label, image }: ImageViewProps) {
  const { shown, hasFailed } = useShownImage(image);
  if (hasFailed) return <NotSupported label={label} hint={viewerTexts.imageUnreadable} />;
  if (shown === null) return <Waiting label={label} />;
  return (
    <Zoomable label={label} natural={shown} fit="whole" isDraggable>
      {(size) => <img src={shown.url} alt={label} className={styles['image']} draggable={false} {...size} />}
    </Zoomable>
  );
}

interface ShownImage extends Size {
  url: string;
}

/** Returns the picture and its size after the EXIF rotation. */
function useShownImage(image: Blob) {
  const [shown, setShown] = useState<ShownImage | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    const url = URL.createObjectURL(image);
    const probe = new Image();
    probe.addEventListener('load', () =>
      setShown({ url, width: probe.naturalWidth, height: probe.naturalHeight }),
    );
    probe.addEventListener('error', () => setHasFailed(true));
    probe.src = url;
    return () => URL.revokeObjectURL(url);
  }, [image]);
  return { shown, hasFailed };
}
