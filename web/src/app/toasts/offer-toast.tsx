import { useEffect, useRef, useState } from 'react';
import type { ToastOffer } from '../../shared/index.ts';
import styles from './toasts.module.css';

interface OfferToastProps {
  text: string;
  offer: ToastOffer;
  /** how long the toast stays; time with the pointer or the focus on it does not count */
  milliseconds: number;
  close: () => void;
}

/**
 * A toast with a button, which works once: it can be clicked again while the toast closes. Its timer pauses while the
 * pointer or the focus is on it.
 */
export function OfferToast({ text, offer, milliseconds, close }: OfferToastProps) {
  const [isPaused, setIsPaused] = useState(false);
  const left = useRef(milliseconds);
  const latest = useRef({ close, offer });
  const isPerformed = useRef(false);
  const perform = () => {
    if (isPerformed.current) return;
    isPerformed.current = true;
    close();
    offer.perform();
  };
  useEffect(() => {
    if (isPaused) return undefined;
    const start = Date.now();
    const timer = setTimeout(() => latest.current.close(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - start));
    };
  }, [isPaused]);
  useEffect(() => {
    const { offer: made } = latest.current;
    return () => made.onGone();
  }, []);
  const hold = { onMouseEnter: () => setIsPaused(true), onFocus: () => setIsPaused(true) };
  const release = { onMouseLeave: () => setIsPaused(false), onBlur: () => setIsPaused(false) };
  return (
    <span className={styles['offer']} {...hold} {...release}>
      {text}
      <button type="button" className={styles['offerButton']} onClick={perform}>
        {offer.label}
      </button>
    </span>
  );
}
