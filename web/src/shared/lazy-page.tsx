import { ReloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { EmptyState, LoadBoundary, PageLoader, WhileLoading } from '../kit/index.ts';
import { commonTexts } from '../kit/texts.ts';
import { loadTexts } from './texts.ts';
import styles from './lazy-page.module.css';

interface LazyPageProps {
  /** says what is loading */
  loading: string;
  /** the page, a component of `preloadable` */
  children: ReactNode;
}

/**
 * A page, or a part of one, whose code is loaded when it is shown: a spinner until then, and a retry when that fails.
 */
export function LazyPage({ loading, children }: LazyPageProps) {
  return (
    <LoadBoundary Failed={PageFailed}>
      <WhileLoading show={<PageLoader label={loading} />}>{children}</WhileLoading>
    </LoadBoundary>
  );
}

/** Replaces a page that cannot be rendered. */
function PageFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={styles['failed']}>
      <EmptyState icon={<ReloadOutlined />} title={loadTexts.failed} hint={loadTexts.hint}>
        <button type="button" className={styles['retry']} onClick={onRetry}>
          {commonTexts.tryAgain}
        </button>
      </EmptyState>
    </div>
  );
}
