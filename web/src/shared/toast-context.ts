import { createContext, use } from 'react';

/** An action that a toast offers while it is shown. */
export interface ToastOffer {
  label: string;
  perform: () => void;
  /** called when the toast is gone, for any reason */
  onGone: () => void;
}

/** Short messages at the top of the screen (SHELL-15); each is also announced to screen readers. */
export interface Toast {
  /**
   * Shows a success. A toast with an offer stays longer, and its timer pauses while the pointer or the focus is on it.
   * Only one such toast is shown at a time.
   */
  success: (text: string, offer?: ToastOffer) => void;
  info: (text: string) => void;
  warning: (text: string) => void;
  /** Shows a text, or the message of a thrown value (MSG-45). Ended sessions and aborted calls show nothing. */
  error: (error: unknown) => void;
}

export const ToastContext = createContext<Toast | null>(null);

export function useToast(): Toast {
  const toast = use(ToastContext);
  if (toast === null) throw new Error('useToast is used outside of ToastContext');
  return toast;
}
