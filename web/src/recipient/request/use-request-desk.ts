import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { browserParts, createUploadDesk, hasActive, type UploadDesk } from '../../upload-queue/index.ts';
import { useLink } from '../visit/use-link.ts';
import type { LinkVisit } from '../visit/link-visit.ts';
import { visitorTransport } from './visitor-transport.ts';

/** The link itself is the only folder there is. */
const TARGET = { recordId: '', folderSfid: '', path: '' };
const nothing = () => undefined;

const deskOf = (link: LinkVisit): UploadDesk =>
  createUploadDesk({
    ...browserParts(),
    transport: visitorTransport(link),
    availability: link.availability,
    // Which names are allowed here only the server tells a visitor: at the first call of each upload.
    characters: () => 'unicode',
    warn: nothing,
    tellCancelled: nothing,
    tellEnded: nothing,
    reload: nothing,
  });

/**
 * The upload list of a request, which continues by itself after an outage (SAFE-06) and after a visit that had ended.
 * @param isPaused while the visit has ended
 */
export function useRequestDesk(isPaused: boolean) {
  const link = useLink();
  const [desk] = useState(() => deskOf(link));
  const state = useStore(desk.store);
  useEffect(() => {
    desk.open(TARGET);
    return desk.abandon;
  }, [desk]);
  useEffect(() => {
    if (!isPaused) desk.retryFailed();
  }, [desk, isPaused]);
  const isActive = hasActive(state.counts);
  useEffect(() => {
    if (!isActive) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isActive]);
  return { desk, state };
}
