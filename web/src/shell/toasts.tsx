import { message } from 'antd';
import { useMemo, useRef, type ReactNode } from 'react';
import { OfferToast } from './offer-toast.tsx';
import { ToastContext, type Toast, type ToastOffer } from './toast-context.ts';
import { toastTextOf } from './toast-text.ts';

/** Long enough to read a sentence twice. */
const ERROR_SECONDS = 6;
const OTHER_SECONDS = 3;
/** Long enough to think better of something. */
const OFFER_SECONDS = 8;

type Kind = 'success' | 'info' | 'warning' | 'error';

/** Each toast is an element with the role 'alert', so screen readers hear it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, holder] = message.useMessage({ maxCount: 4, top: 16 });
  const offers = useRef(0);

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
    const showOffer = (text: string, offer: ToastOffer) => {
      // What was offered before is over.
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
