import { useLayoutEffect, useRef } from 'react';

/** Opens a `dialog` element as a modal when it is mounted. Closing it restores the focus. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
