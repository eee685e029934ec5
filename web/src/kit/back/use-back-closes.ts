import { useEffect, useRef, useState } from 'react';
import { BackLayers } from './back-layers.ts';

/** The layers of this page; read when needed, so that modules load without a window. */
let layers: BackLayers | undefined;

/** The one place for layers and the browser's history (USE-04). */
export function backLayers(): BackLayers {
  layers ??= new BackLayers(window.history);
  return layers;
}

/**
 * Lets the browser's Back close a layer, the one that opened last first.
 * @param close may refuse, or ask first
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (isOpen ? backLayers().add(() => latest.current()) : undefined), [isOpen]);
}

/** What Ant Design's popups need so that Back closes them: to be spread into a Select, a Dropdown or a picker. */
export function usePopup(): { open: boolean; onOpenChange: (isOpen: boolean) => void } {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return { open, onOpenChange: setOpen };
}
