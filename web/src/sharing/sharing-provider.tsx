import { useMemo, useState, type ReactNode } from 'react';
import { ShareModal } from './share-modal.tsx';
import type { ShareSubject } from './subject.ts';
import { SharingContext, type Sharing } from './use-sharing.ts';

/** Provides the share and request modal to everything below it. */
export function SharingProvider({ children }: { children: ReactNode }) {
  const [subject, setSubject] = useState<ShareSubject | null>(null);
  const sharing = useMemo<Sharing>(() => ({ open: setSubject }), []);
  return (
    <SharingContext value={sharing}>
      {children}
      <ShareModal subject={subject} onClose={() => setSubject(null)} />
    </SharingContext>
  );
}
