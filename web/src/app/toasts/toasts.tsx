import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { getToken } from '../../api/index.ts';
import { afterFirstView, whenIdle } from '../../kit/index.ts';
import { withResolvers } from '../../kit/with-resolvers.ts';
import { OfferToast } from './offer-toast.tsx';
import { type Toast, ToastContext, type ToastOffer } from '../../shared/index.ts';
import type { ToastDisplayProps, ToastMessages } from './toast-display.tsx';
import { toastTextOf } from './toast-text.ts';

/** How long an error is shown, in seconds: long enough to read a sentence twice. */
const ERROR_SECONDS = 6;
const OTHER_SECONDS = 3;
/** How long a toast with a button is shown, in seconds: long enough to reconsider an action. */
const OFFER_SECONDS = 8;

type Kind = 'success' | 'info' | 'warning' | 'error';

/**
 * Provides toasts. Each has the role 'alert', so screen readers announce it. Their display is loaded after the first
 * view, on pages about signing in when the browser is idle, or with the first toast, which waits for it (SPEED-12).
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [display] = useState(() => withResolvers<ToastMessages>());
  const { ToastDisplay, load } = useToastDisplay();
  const offers = useRef(0);

  const toast = useMemo<Toast>(() => {
    const show = async (kind: Kind, text: string) => {
      load();
      const messages = await display.promise;
      // The key makes a repeated message replace the earlier one, so that equal messages do not stack.
      void messages.open({
        key: `${kind}:${text}`,
        type: kind,
        content: text,
        duration: kind === 'error' ? ERROR_SECONDS : OTHER_SECONDS,
      });
    };
    const showOffer = async (text: string, offer: ToastOffer) => {
      load();
      const messages = await display.promise;
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
      success: (text, offer) => void (offer === undefined ? show('success', text) : showOffer(text, offer)),
      info: (text) => void show('info', text),
      warning: (text) => void show('warning', text),
      error: (error) => {
        const text = toastTextOf(error);
        if (text !== null) void show('error', text);
      },
    };
  }, [display, load]);

  return (
    <ToastContext value={toast}>
      {ToastDisplay !== null && <ToastDisplay onReady={display.resolve} />}
      {children}
    </ToastContext>
  );
}

/** Returns the display of toasts, null until its code is loaded, and a function that loads it. */
function useToastDisplay() {
  const [ToastDisplay, setToastDisplay] = useState<ComponentType<ToastDisplayProps> | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const load = useCallback(() => setIsLoading(true), []);
  // A page without a session waits for no data, and an outage there must find the code loaded (SAFE-06).
  useEffect(() => (getToken() === null ? whenIdle(load) : afterFirstView(load)), [load]);
  useEffect(() => {
    if (!isLoading) return;
    import('./toast-display.tsx').then(
      ({ ToastDisplay: loaded }) => setToastDisplay(() => loaded),
      // The next toast tries again, and then the waiting ones are shown too.
      () => setIsLoading(false),
    );
  }, [isLoading]);
  return { ToastDisplay, load };
}
