import type { Landing } from '@vault/contract';
import { useEffect, useState } from 'react';
import { createStore, useStore } from 'zustand';
import {
  browserParts,
  createUploadDesk,
  type GivenFile,
  hasActive,
  type UploadDesk,
} from '../../upload-queue/index.ts';
import { useLink } from '../visit/use-link.ts';
import type { LinkVisit } from '../visit/link-visit.ts';
import type { Giver } from './giver/giver.ts';
import { visitorTransport } from './visitor-transport.ts';

/** The link itself is the only folder there is. */
const TARGET = { recordId: '', folderSfid: '', path: '' };
const nothing = () => undefined;

interface DeskInput {
  landing: Landing;
  giver: Giver;
  given: () => readonly GivenFile[];
}

const deskOf = (link: LinkVisit, { landing, giver, given }: DeskInput): UploadDesk =>
  createUploadDesk({
    ...browserParts(),
    transport: visitorTransport(link, giver),
    availability: link.availability,
    characters: () => landing.nameCharacters,
    given,
    warn: nothing,
    tellCancelled: nothing,
    tellEnded: nothing,
    reload: nothing,
  });

/**
 * The upload list of a request, which continues by itself after an outage (SAFE-06) and after a visit that had ended.
 * @param giver whose name goes with each hand-in (USE-47)
 * @param isPaused while the visit has ended
 * @param given what this visit has handed in
 */
export function useRequestDesk(
  landing: Landing,
  { giver, isPaused, given }: { giver: Giver; isPaused: boolean; given: readonly GivenFile[] },
) {
  const link = useLink();
  const [givenStore] = useState(() => createStore(() => ({ given })));
  useEffect(() => givenStore.setState({ given }), [givenStore, given]);
  const [desk] = useState(() => deskOf(link, { landing, giver, given: () => givenStore.getState().given }));
  const state = useStore(desk.store);
  useEffect(() => {
    desk.open(TARGET);
    return desk.abandon;
  }, [desk]);
  useEffect(() => {
    if (!isPaused) desk.retryFailed();
  }, [desk, isPaused]);
  return { desk, state, isActive: hasActive(state.counts) };
}
