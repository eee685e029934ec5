import type { Landing } from '@vault/contract';
import { useEffect, useState } from 'react';
import { createStore, useStore } from 'zustand';
import {
  browserDeps,
  createUploadManager,
  type SubmittedFile,
  hasActive,
  type UploadManager,
} from '../../upload-queue/index.ts';
import { useLink } from '../visit/use-link.ts';
import type { LinkVisit } from '../visit/link-visit.ts';
import type { Giver } from './giver/giver.ts';
import { visitorTransport } from './visitor-transport.ts';

/** The target of all uploads: the folder of the link, which the server knows. */
const TARGET = { recordId: '', folderSfid: '', path: '' };
const nothing = () => undefined;

interface RequestUploadsInput {
  landing: Landing;
  giver: Giver;
  submitted: () => readonly SubmittedFile[];
}

const createRequestManager = (
  link: LinkVisit,
  { landing, giver, submitted }: RequestUploadsInput,
): UploadManager =>
  createUploadManager({
    ...browserDeps(),
    transport: visitorTransport(link, giver),
    availability: link.availability,
    characters: () => landing.nameCharacters,
    submitted,
    warn: nothing,
    notifyCancelled: nothing,
    notifyEnded: nothing,
    reload: nothing,
  });

/**
 * Returns the upload list of a request. It continues automatically after an outage (SAFE-06) and after the link is
 * unlocked again.
 * @param giver the name that is sent with each submission (USE-47)
 * @param isPaused true while the visit has ended
 * @param submitted files that this visit has submitted
 */
export function useRequestUploads(
  landing: Landing,
  { giver, isPaused, submitted }: { giver: Giver; isPaused: boolean; submitted: readonly SubmittedFile[] },
) {
  const link = useLink();
  const [submittedStore] = useState(() => createStore(() => ({ submitted })));
  useEffect(() => submittedStore.setState({ submitted }), [submittedStore, submitted]);
  const [manager] = useState(() =>
    createRequestManager(link, { landing, giver, submitted: () => submittedStore.getState().submitted }),
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
