import type { ReactNode } from 'react';
import { LoadBoundary } from '../../kit/load-boundary.tsx';
import { LoadError } from './load-error.tsx';
import { loadErrorTexts } from '../texts.ts';

/**
 * Shows an error and a button to reload when code of the page fails to load, because there is no network or a newer
 * version of the page.
 */
export function ReloadBoundary({ children }: { children: ReactNode }) {
  return <LoadBoundary Failed={ReloadError}>{children}</LoadBoundary>;
}

function ReloadError() {
  return (
    <LoadError
      code={500}
      errorCode={null}
      message={loadErrorTexts.pageFailed}
      onRetry={() => location.reload()}
    />
  );
}
