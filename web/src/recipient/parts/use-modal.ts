import { useLayoutEffect, useRef } from 'react';

/** Opens a dialog over the page for as long as it is there; closed, it gives the focus back to where it was. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
