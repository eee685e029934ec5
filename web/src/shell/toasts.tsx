import { message } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { ToastContext, type Toast } from './toast-context.ts';
import { toastTextOf } from './toast-text.ts';

/** Long enough to read a sentence twice. */
const ERROR_SECONDS = 6;
const OTHER_SECONDS = 3;

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
