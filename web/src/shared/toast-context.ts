import { createContext, use } from 'react';

/** An action offered by a toast while it is shown. */
export interface ToastOffer {
  label: string;
  perform: () => void;
  /** called when the toast is gone, for any reason */
  onGone: () => void;
}

/** Short messages at the top of the screen (SHELL-15); each is also announced to screen readers. */
export interface Toast {
  /** A toast with an offer stays longer, and pauses while the pointer or the focus is on it; there is one at a time. */
  success: (text: string, offer?: ToastOffer) => void;
  info: (text: string) => void;
  warning: (text: string) => void;
  /** A text, or a thrown value whose message is shown (MSG-45); ended sessions and aborted calls are silent. */
  error: (error: unknown) => void;
}

export const ToastContext = createContext<Toast | null>(null);

export function useToast(): Toast {
  const toast = use(ToastContext);
  if (toast === null) throw new Error('useToast is used outside of ToastContext');
  return toast;
}
