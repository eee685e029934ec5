export { blockClipboard } from './block-clipboard.ts';
export { expectAccessible } from './accessible.ts';
export { choose, expectPath, expectRows, filesTab, openMenu, select } from './files-tab.ts';
export { type FakeServer, refusal, type Replies } from './fake-server.ts';
export { openApp, openVault, readingReplies, startServer } from './open-vault.tsx';
export {
  boxOf,
  expectCount,
  expectGone,
  expectTexts,
  expectVisible,
  focus,
  press,
  pressTwice,
  textsOf,
  toast,
} from './page.ts';
export { PERSON_ID, sessionOf } from './person.ts';
export { endOfDay, openShare, openShareMenu, shareModal, typedDay } from './share-modal.ts';
export { createRecord, type FakeRecord, idOf } from './record.ts';
export { linkOf, linksReply, linksTab } from './links-tab.ts';
export { openRelocate, relocateModal } from './relocate-modal.ts';
