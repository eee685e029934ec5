import { Messages } from '@vault/contract';
import { message } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { ApiError } from '../api/index.ts';
import { ToastContext, type Toast } from './toast-context.ts';

/** Long enough to read a sentence twice. */
const ERROR_SECONDS = 6;
const OTHER_SECONDS = 3;

/** The text of a thrown value; null when the person need not see it: an ended session, an aborted call. */
export function toastTextOf(error: unknown): string | null {
  if (typeof error === 'string') return error;
  if (error instanceof ApiError) return error.code === 401 ? null : error.message;
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  return Messages.requestFailed;
}

type Kind = 'success' | 'info' | 'warning' | 'error';

/** Each toast is an element with the role 'alert', so screen readers hear it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, holder] = message.useMessage({ maxCount: 4, top: 16 });

  const toast = useMemo<Toast>(() => {
    const show = (kind: Kind, text: string) => {
      // The same message again replaces itself instead of piling up.
      void messages.open({
        key: `${kind}:${text}`,
        type: kind,
        content: text,
        duration: kind === 'error' ? ERROR_SECONDS : OTHER_SECONDS,
      });
    };
    return {
      success: (text) => show('success', text),
      info: (text) => show('info', text),
      warning: (text) => show('warning', text),
      error: (error) => {
        const text = toastTextOf(error);
        if (text !== null) show('error', text);
      },
    };
  }, [messages]);

  return (
    <ToastContext value={toast}>
      {holder}
      {children}
    </ToastContext>
  );
}
