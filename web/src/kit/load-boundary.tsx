import { Component, type ComponentType, type ReactNode } from 'react';

interface LoadBoundaryProps {
  /** replaces the content; `onRetry` renders the content again. Nothing by default */
  Failed?: ComponentType<{ onRetry: () => void }>;
  onFail?: () => void;
  children: ReactNode;
}

/** Replaces content that cannot be rendered, such as a component of `preloadable` whose code cannot be loaded. */
export class LoadBoundary extends Component<LoadBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onFail?.();
  }

  override render() {
    const { Failed, children } = this.props;
    if (!this.state.hasFailed) return children;
    return Failed === undefined ? null : <Failed onRetry={() => this.setState({ hasFailed: false })} />;
  }
}
