import { useEffect, useEffectEvent, useState } from 'react';
import { BackLayers } from './back-layers.ts';

/** The layers of this page. They are created on first use, so that this module can load without a window. */
let layers: BackLayers | undefined;

/** Returns the layers of this page. No other code adds entries to the browser's history for layers (USE-04). */
export function backLayers(): BackLayers {
  layers ??= new BackLayers(window.history);
  return layers;
}

/**
 * Lets the browser's Back close a layer; the layer that opened last closes first.
 * @param close closes the layer; it may refuse, or show a question first
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const requestClose = useEffectEvent(close);
  useEffect(() => (isOpen ? backLayers().add(() => requestClose()) : undefined), [isOpen]);
}

/** Returns the props with which Back closes a popup of Ant Design: for a Select or a picker. */
export function usePopup(): { open: boolean; onOpenChange: (isOpen: boolean) => void } {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  return { open, onOpenChange: setOpen };
}
