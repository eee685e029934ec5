import { Component, Suspense, useState, type ReactNode } from 'react';
import { useToast } from './toast-context.ts';

interface LazyDialogProps {
  open: boolean;
  /** called when the code of the dialog cannot be loaded */
  onClose: () => void;
  /** what is shown while the code of an open dialog is loading; nothing by default */
  loading?: ReactNode;
  /** the dialog, a component of `preloadable` */
  children: ReactNode;
}

/**
 * Mounts a dialog when it first opens, because its code is loaded later than the page (SPEED-12). It stays mounted, so that it can
 * animate its closing and restore the focus. When its code cannot be loaded, a toast says so, and the next opening tries again.
 */
export function LazyDialog({ open, onClose, loading = null, children }: LazyDialogProps) {
  const toast = useToast();
  const [state, setState] = useState<'never opened' | 'mounted' | 'failed'>('never opened');
  if (open && state === 'never opened') setState('mounted');
  if (!open && state === 'failed') setState('never opened');
  if (state !== 'mounted') return null;
  const fail = (error: unknown) => {
    setState('failed');
    toast.error(error);
    onClose();
  };
  return (
    <LoadBoundary onFail={fail}>
      <Suspense fallback={open ? loading : null}>{children}</Suspense>
    </LoadBoundary>
  );
}

interface LoadBoundaryProps {
  onFail: (error: unknown) => void;
  children: ReactNode;
}

/** Shows nothing in the place of content that cannot be rendered. */
class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFail(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
