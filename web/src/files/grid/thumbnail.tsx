import { thumbnailFormOf, type Item, type ThumbnailSize } from '@vault/contract';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { FileIcon } from '../../kit/index.ts';
import { useThumbnail } from './use-thumbnail.ts';
import styles from './grid.module.css';

interface ThumbnailProps {
  item: Item;
  size: ThumbnailSize;
}

/**
 * The thumbnail of a file, requested when its tile becomes visible; the icon of the file until the thumbnail is loaded,
 * and when there is none. Screen readers need no text, because the name is beside it.
 */
export function Thumbnail({ item, size }: ThumbnailProps) {
  const place = useRef<HTMLSpanElement>(null);
  const picture = useThumbnail(item, size, useIsVisible(place));
  return (
    <span ref={place} className={styles['thumbnail']} data-size={size} data-form={formOf(item)}>
      {picture === null ? <FileIcon name={item.name} /> : <BlobImage blob={picture} />}
    </span>
  );
}

const formOf = ({ name, size }: Item) => thumbnailFormOf({ name, sizeBytes: size }) ?? undefined;

function BlobImage({ blob }: { blob: Blob }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(blob);
      image.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [blob],
  );
  return <img ref={show} alt="" decoding="async" draggable={false} />;
}

/** A thumbnail is requested when its tile is this near to the visible area. */
const MARGIN = '200px';

/** @returns true once the element has been near the visible area */
function useIsVisible(element: RefObject<Element | null>): boolean {
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setIsVisible(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return isVisible;
}
