import { createContext, use } from 'react';

/** Short messages at the top of the screen (SHELL-15); each is also announced to screen readers. */
export interface Toast {
  success: (text: string) => void;
  info: (text: string) => void;
  warning: (text: string) => void;
  /** A text, or a thrown value whose message is shown (MSG-45); ended sessions and aborted calls are silent. */
  error: (error: unknown) => void;
}

export const ToastContext = createContext<Toast | null>(null);

export function useToast(): Toast {
  const toast = use(ToastContext);
  if (toast === null) throw new Error('useToast is used outside the shell');
  return toast;
}
