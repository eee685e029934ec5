import { message } from 'antd';
import { useMemo, useRef, type ReactNode } from 'react';
import { OfferToast } from './offer-toast.tsx';
import { type Toast, ToastContext, type ToastOffer } from '../../shared/index.ts';
import { toastTextOf } from './toast-text.ts';

/** How long an error is shown, in seconds: long enough to read a sentence twice. */
const ERROR_SECONDS = 6;
const OTHER_SECONDS = 3;
/** How long a toast with a button is shown, in seconds: long enough to reconsider an action. */
const OFFER_SECONDS = 8;

type Kind = 'success' | 'info' | 'warning' | 'error';

/** Provides toasts. Each has the role 'alert', so screen readers announce it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, holder] = message.useMessage({ maxCount: 4, top: 16 });
  const offers = useRef(0);

  const toast = useMemo<Toast>(() => {
    const show = (kind: Kind, text: string) => {
      // The key makes a repeated message replace the earlier one, so that equal messages do not stack.
      void messages.open({
        key: `${kind}:${text}`,
        type: kind,
        content: text,
        duration: kind === 'error' ? ERROR_SECONDS : OTHER_SECONDS,
      });
    };
    const showOffer = (text: string, offer: ToastOffer) => {
      // Closes the previous toast with a button.
      messages.destroy(`offer:${offers.current}`);
      offers.current += 1;
      const key = `offer:${offers.current}`;
      const close = () => messages.destroy(key);
      const content = (
        <OfferToast text={text} offer={offer} milliseconds={OFFER_SECONDS * 1000} close={close} />
      );
      void messages.open({ key, type: 'success', content, duration: 0 });
    };
    return {
      success: (text, offer) => (offer === undefined ? show('success', text) : showOffer(text, offer)),
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
