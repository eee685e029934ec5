import { join } from 'node:path';
import { build, mergeConfig, type Rolldown, type UserConfig } from 'vite';
import { chunkGroups } from './chunk-groups.ts';

/** The modules of `web` that a page loads at once. */
const PAGES = {
  index: ['index.html'],
  recipient: ['recipient.html'],
  // The page of the vault opens with the Files tab.
  vault: ['src/app/vault/vault-page.tsx', 'src/files/index.ts'],
  // What the vault loads when the browser is idle.
  dialogs: [
    'src/app/frame/leave-dialog.tsx',
    'src/details/details-modal.tsx',
    'src/details/folder-details-modal.tsx',
    'src/download/download-modal.tsx',
    'src/organise/organise-dialogs.tsx',
    'src/preview/limit-modal.tsx',
    'src/preview/preview-modal.tsx',
    'src/search/search-panel.tsx',
    'src/sharing/share-modal.tsx',
    'src/upload/screen/upload-screen.tsx',
    'src/versions/versions-modal.tsx',
  ],
  // Loaded after the first view of the vault, and on the pages about signing in.
  toasts: ['src/app/toasts/toast-display.tsx'],
  share: ['src/recipient/share/share-page.tsx'],
  request: ['src/recipient/request/request-page.tsx'],
  arrival: ['src/session/oidc/arrival-page.tsx'],
  session: [
    'src/session/sign-in-page.tsx',
    'src/session/sign-in-again.tsx',
    'src/session/one-time/forgot-password-page.tsx',
    'src/session/one-time/set-password-page.tsx',
    'src/session/one-time/setup-page.tsx',
  ],
};

/** Pages that are loaded after another one. */
const FOLLOWS = { dialogs: 'vault' };

/**
 * Returns the settings with chunks by page instead of one for each set of modules that is loaded together, of which the
 * Files tab would load 99 (docs/decisions/css.md, "Chunks by page"). What a page loads is known after a build without
 * them.
 */
export async function withPageChunks(config: UserConfig): Promise<UserConfig> {
  const first = mergeConfig(config, {
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false },
  });
  const { output } = (await build(first)) as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const pages = Object.fromEntries(
    Object.entries(PAGES).map(([name, paths]) => [
      name,
      paths.map((path) => join(import.meta.dirname, path)),
    ]),
  );
  const codeSplitting = { groups: chunkGroups(chunks, pages, FOLLOWS) };
  return mergeConfig(config, { build: { rolldownOptions: { output: { codeSplitting } } } });
}
