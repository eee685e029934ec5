import { Component, type ReactNode } from 'react';
import { LoadError } from '../landing/load-error.tsx';

interface ReloadBoundaryProps {
  children: ReactNode;
}

/**
 * A part of the page that did not come (no network, or a newer version of the page since it was opened) is told, and
 * the page can be loaded anew.
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
        message="The page could not be loaded"
        onRetry={() => location.reload()}
      />
    );
  }
}
