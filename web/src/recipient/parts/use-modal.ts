import { useLayoutEffect, useRef } from 'react';

/** Opens a dialog over the page while it is mounted; closing restores the focus. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
