import { useState, type ReactNode } from 'react';
import { LoadBoundary, Spinner, WhileLoading } from '../kit/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { loadTexts } from './texts.ts';
import { useToast } from './toast-context.ts';
import styles from './lazy-dialog.module.css';

interface LazyDialogProps {
  open: boolean;
  /** called when the code of the dialog cannot be loaded */
  onClose: () => void;
  /** says what is loading while the code of an open dialog is loading; null shows nothing */
  loading?: string | null;
  /** the dialog, a component of `preloadable` */
  children: ReactNode;
}

/**
 * Mounts a dialog when it first opens, because its code is loaded later than the page (SPEED-12). It stays mounted, so
 * that it can animate its closing and restore the focus. When its code cannot be loaded, a toast says so, and the next
 * opening tries again.
 */
export function LazyDialog({ open, onClose, loading = commonTexts.loading, children }: LazyDialogProps) {
  const toast = useToast();
  const [state, setState] = useState<'never opened' | 'mounted' | 'failed'>('never opened');
  if (open && state === 'never opened') setState('mounted');
  if (!open && state === 'failed') setState('never opened');
  if (state !== 'mounted') return null;
  const fail = () => {
    setState('failed');
    toast.error(`${loadTexts.failed}. ${loadTexts.hint}`);
    onClose();
  };
  return (
    <LoadBoundary onFail={fail}>
      <WhileLoading show={open && loading !== null ? <Loading label={loading} /> : null}>
        {children}
      </WhileLoading>
    </LoadBoundary>
  );
}

/** A spinner over the page; a delay hides it when the code loads quickly. */
function Loading({ label }: { label: string }) {
  return (
    <div className={styles['loading']}>
      <Spinner label={label} />
    </div>
  );
}
