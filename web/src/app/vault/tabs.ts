import { preloadable } from '../../kit/index.ts';
import { tabTexts } from '../texts.ts';

interface VaultTab {
  /** the number of the tab in the address (SHELL-02) */
  key: number;
  label: string;
  Panel: ReturnType<typeof preloadable<object>>;
}

/** SHELL-02: the tabs in order; each is loaded when it is first shown. */
export const TABS: readonly VaultTab[] = [
  {
    key: 1,
    label: tabTexts.files,
    Panel: preloadable(async () => (await import('../../files/index.ts')).FilesTab),
  },
  {
    key: 2,
    label: tabTexts.links,
    Panel: preloadable(async () => (await import('../../links/index.ts')).LinksTab),
  },
  {
    key: 3,
    label: tabTexts.trash,
    Panel: preloadable(async () => (await import('../../trash/index.ts')).TrashTab),
  },
];

/** Returns the tab of the address; the first one for an unknown key (SHELL-03). */
export function tabOf(key: number | undefined): VaultTab | undefined {
  return TABS.find((tab) => tab.key === key) ?? TABS[0];
}
