import { Component, type ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import { loadErrorTexts } from '../texts.ts';

interface ReloadBoundaryProps {
  children: ReactNode;
}

/**
 * Shows an error when a part of the page failed to load (no network, or a newer version of the page), with a button to
 * reload.
 */
export class ReloadBoundary extends Component<ReloadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <LoadError
        code={500}
        errorCode={null}
        message={loadErrorTexts.pageFailed}
        onRetry={() => location.reload()}
      />
    );
  }
}
