const events = new EventTarget();
const CLOSED = 'closed';

/** Calls the listener after a dialog has closed and is hidden. @returns an unsubscribe function */
export function onDialogClosed(listener: () => void): () => void {
  events.addEventListener(CLOSED, listener);
  return () => events.removeEventListener(CLOSED, listener);
}

/** Calls the listeners of `onDialogClosed`. Must be called after a dialog is hidden or removed. */
export function announceClosed(): void {
  events.dispatchEvent(new Event(CLOSED));
}
