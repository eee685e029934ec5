import { useState, type ReactNode } from 'react';
import { preloadable, usePreload } from '../kit/index.ts';
import { LazyDialog } from '../shared/index.ts';
import { createClipboard } from './clipboard.ts';
import { DragFollower } from './drag-follower.tsx';
import { createDragStore } from './dragging.ts';
import type { MergeQuestion } from './merge-question.ts';
import type { OpenDialog } from './open-dialog.ts';
import { useChanges } from './use-changes.ts';
import { useOrganiseActions } from './use-organise-actions.ts';
import { OrganiseContext } from './use-organise.ts';

const OrganiseDialogs = preloadable(async () => (await import('./organise-dialogs.tsx')).OrganiseDialogs);

/** Provides to everything below it the actions that change a record, with their dialogs, clipboard and drag state. */
export function OrganiseProvider({ children }: { children: ReactNode }) {
  const changes = useChanges();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [question, setQuestion] = useState<MergeQuestion | null>(null);
  const [clipboard] = useState(createClipboard);
  const [drag] = useState(createDragStore);
  const parts = useOrganiseActions({ changes, clipboard, drag, onOpen: setOpen, onMerge: setQuestion });
  const close = () => setOpen(null);
  const closeAll = () => {
    setQuestion(null);
    close();
  };
  usePreload(OrganiseDialogs);
  return (
    <OrganiseContext value={parts}>
      {children}
      <LazyDialog open={open !== null || question !== null} onClose={closeAll}>
        <OrganiseDialogs
          open={open}
          question={question}
          changes={changes}
          onClose={close}
          onMerge={setQuestion}
          onMergeCancel={() => setQuestion(null)}
          onMerged={closeAll}
        />
      </LazyDialog>
      <DragFollower />
    </OrganiseContext>
  );
}
