import { useEffect, useState } from 'react';
import { NotSupported } from './not-supported.tsx';
import { Waiting } from './waiting.tsx';
import { Zoomable } from './zoomable.tsx';
import type { Size } from './zoom.ts';
import styles from './preview.module.css';

interface ImageViewProps {
  label: string;
  image: Blob;
}

/** A picture; the browser turns it as its EXIF orientation says. */
export function ImageView({ label, image }: ImageViewProps) {
  const url = useObjectUrl(image);
  const { size, hasFailed } = useImageSize(url);
  if (hasFailed) return <NotSupported label={label} hint="The picture cannot be read." />;
  if (size === null || url === null) return <Waiting label={label} />;
  return (
    <Zoomable label={label} natural={size} fit="whole" isDraggable>
      {(shown) => (
        <img src={url} alt={label} className={styles['image']} draggable={false} {...shown} />
      )}
    </Zoomable>
  );
}

function useObjectUrl(image: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(image);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [image]);
  return url;
}

/** The size as it is shown, that is after the turn that EXIF asks for. */
function useImageSize(url: string | null) {
  const [state, setState] = useState<{ size: Size | null; hasFailed: boolean }>({
    size: null,
    hasFailed: false,
  });
  useEffect(() => {
    if (url === null) return undefined;
    const image = new Image();
    image.addEventListener('load', () =>
      setState({ size: { width: image.naturalWidth, height: image.naturalHeight }, hasFailed: false }),
    );
    image.addEventListener('error', () => setState({ size: null, hasFailed: true }));
    image.src = url;
    return () => {
      image.src = '';
    };
  }, [url]);
  return state;
}
