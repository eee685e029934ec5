import type { Landing } from '@vault/contract';
import { useEffect, useState } from 'react';
import { createStore, useStore } from 'zustand';
import {
  browserDeps,
  createUploadManager,
  type GivenFile,
  hasActive,
  type UploadManager,
} from '../../upload-queue/index.ts';
import { useLink } from '../visit/use-link.ts';
import type { LinkVisit } from '../visit/link-visit.ts';
import type { Giver } from './giver/giver.ts';
import { visitorTransport } from './visitor-transport.ts';

/** The link itself is the only folder. */
const TARGET = { recordId: '', folderSfid: '', path: '' };
const nothing = () => undefined;

interface RequestUploadsInput {
  landing: Landing;
  giver: Giver;
  given: () => readonly GivenFile[];
}

const createRequestManager = (
  link: LinkVisit,
  { landing, giver, given }: RequestUploadsInput,
): UploadManager =>
  createUploadManager({
    ...browserDeps(),
    transport: visitorTransport(link, giver),
    availability: link.availability,
    characters: () => landing.nameCharacters,
    given,
    warn: nothing,
    notifyCancelled: nothing,
    notifyEnded: nothing,
    reload: nothing,
  });

/**
 * The upload list of a request, which continues by itself after an outage (SAFE-06) and after a visit has ended.
 * @param giver the name that is sent with each submission (USE-47)
 * @param isPaused true while the visit has ended
 * @param given files that this visit has submitted
 */
export function useRequestUploads(
  landing: Landing,
  { giver, isPaused, given }: { giver: Giver; isPaused: boolean; given: readonly GivenFile[] },
) {
  const link = useLink();
  const [givenStore] = useState(() => createStore(() => ({ given })));
  useEffect(() => givenStore.setState({ given }), [givenStore, given]);
  const [manager] = useState(() =>
    createRequestManager(link, { landing, giver, given: () => givenStore.getState().given }),
  );
  const state = useStore(manager.store);
  useEffect(() => {
    manager.open(TARGET);
    return manager.abandon;
  }, [manager]);
  useEffect(() => {
    if (!isPaused) manager.retryFailed();
  }, [manager, isPaused]);
  return { manager, state, isActive: hasActive(state.counts) };
}
