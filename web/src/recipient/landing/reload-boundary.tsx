import { Component, type ReactNode } from 'react';
import { LoadError } from './load-error.tsx';
import { loadErrorTexts } from '../texts.ts';

interface ReloadBoundaryProps {
  children: ReactNode;
}

/**
 * Shows an error and a button to reload when code of the page fails to load, because there is no network or a newer
 * version of the page.
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
