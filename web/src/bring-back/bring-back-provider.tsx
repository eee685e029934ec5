import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLastNonNull } from '../kit/index.ts';
import { BringBackContext } from './use-bring-back.ts';

const BringBackModal = lazy(async () => ({
  default: (await import('./bring-back-modal.tsx')).BringBackModal,
}));

/** Provides the dialog 'Back to a moment' (SAFE-05) to everything below it. */
export function BringBackProvider({ children }: { children: ReactNode }) {
  const [path, setPath] = useState<string | null>(null);
  const shown = useLastNonNull(path);
  return (
    <BringBackContext value={setPath}>
      {children}
      {shown !== null && (
        <Suspense>
          <BringBackModal path={shown} open={path !== null} onClose={() => setPath(null)} />
        </Suspense>
      )}
    </BringBackContext>
  );
}
