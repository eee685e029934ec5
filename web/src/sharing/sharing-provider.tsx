import { useMemo, useState, type ReactNode } from 'react';
import { preloadable, usePreload } from '../kit/index.ts';
import { LazyDialog } from '../shared/index.ts';
import type { ShareSubject } from './subject.ts';
import { SharingContext, type Sharing } from './use-sharing.ts';

const ShareModal = preloadable(async () => (await import('./share-modal.tsx')).ShareModal);

/** Provides the share and request modal to everything below it. */
export function SharingProvider({ children }: { children: ReactNode }) {
  const [subject, setSubject] = useState<ShareSubject | null>(null);
  usePreload(ShareModal);
  const close = () => setSubject(null);
  const sharing = useMemo<Sharing>(() => ({ open: setSubject }), []);
  return (
    <SharingContext value={sharing}>
      {children}
      <LazyDialog open={subject !== null} onClose={close}>
        <ShareModal subject={subject} onClose={close} />
      </LazyDialog>
    </SharingContext>
  );
}
