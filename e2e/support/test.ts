import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { type ThrottledProxy, startThrottledProxy } from './throttled-proxy.ts';
import { type VaultApi, openVaultApi } from './vault-api.ts';
import { SILENT_EVENTS } from './network.ts';
import { nextOwner, type Person } from './people.ts';
import { openPortal, type Portal } from './portal.ts';
import { makeRoutesReliable } from './reliable-routes.ts';
import { startVault, type Vault } from './server.ts';
import { logToasts } from './toasts.ts';

interface JourneyFixtures {
  /** an account with every permission and an empty record, only for this journey */
  owner: Person;
  /** API client for the owner's record */
  vaultApi: VaultApi;
  /** starts a proxy to the vault with this bandwidth, which can be interrupted */
  throttledProxy: (bytesPerSecond: number) => Promise<ThrottledProxy>;
  /**
   * Whether the pages of this journey receive live events (C56). Off by default, so that a journey does not race with
   * reloads that its own preparation causes. Journeys about live events set `test.use({ liveEvents: true })`.
   */
  liveEvents: boolean;
  /** saves a screenshot as test-results/screens/<spec>/<name>.png when PICTURES=true */
  picture: (name: string) => Promise<void>;
  /** console errors and exceptions of the page: a journey fails when there is any */
  pageErrors: string[];
}

interface WorkerFixtures {
  /** the portal of web/example, whose pages may embed the vault */
  portal: Portal;
  /** the running vault; journeys of one worker share it */
  vault: Vault;
}

/** The browser's console line for each reply above 399, which is not an error: the journeys check such replies. */
const ANSWER_LINE = /^Failed to load resource/;

/** Playwright's test with a running vault: `page.goto('/')` opens it. */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const portal = await openPortal();
      await use(portal);
      await portal.stop();
    },
    { scope: 'worker' },
  ],
  vault: [
    async ({ portal }, use) => {
      const vault = await startVault({ PORTAL_ORIGINS: portal.url });
      portal.vault = vault.url;
      await use(vault);
      await vault.stop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ vault }, use) => {
    await use(vault.url);
  },
  owner: async ({ vault }, use) => {
    const { owner, isFresh } = nextOwner(vault.owners);
    if (!isFresh) await (await openVaultApi(vault.url, owner)).clear();
    await use(owner);
  },
  vaultApi: async ({ vault, owner }, use) => {
    await use(await openVaultApi(vault.url, owner));
  },
  throttledProxy: async ({ vault }, use) => {
    const proxies: ThrottledProxy[] = [];
    await use(async (bytesPerSecond) => {
      const throttledProxy = await startThrottledProxy(vault.url, bytesPerSecond);
      proxies.push(throttledProxy);
      return throttledProxy;
    });
    for (const throttledProxy of proxies) await throttledProxy.stop();
  },
  liveEvents: [false, { option: true }],
  context: async ({ context, liveEvents }, use) => {
    if (!liveEvents) await context.addInitScript(SILENT_EVENTS);
    context.on('page', makeRoutesReliable);
    await logToasts(context);
    await use(context);
  },
  picture: async ({ page }, use, testInfo) => {
    const folder = join(testInfo.project.outputDir, '../screens', testInfo.titlePath[0] ?? '');
    await use(async (name) => {
      if (process.env['PICTURES'] !== 'true') return;
      await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    });
  },
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error' && !ANSWER_LINE.test(message.text())) errors.push(message.text());
      });
      await use(errors);
      expect(errors, 'errors in the browser console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Fills in and submits the sign-in form of a page or of a part of it. */
export async function enter(page: Page | Locator, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in by the sign-in page and waits for the vault. */
export async function signIn(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/');
  await enter(page, person);
  await expect(page.getByRole('tab', { name: 'Files' })).toBeVisible();
}

/**
 * Opens the vault with an existing session, which is faster than the sign-in page; that page has its own journeys.
 * @param query of the address, with its question mark, such as '?page=2'
 * @param origin of a throttled proxy; the vault's own when absent
 */
export async function openVault(
  page: Page,
  { client }: Pick<VaultApi, 'client'>,
  query = '',
  origin = '',
): Promise<void> {
  // Stores the token only in the page itself, because the frames of documents have no storage.
  await page.addInitScript(
    `if (self === top) sessionStorage.setItem('vault.token', ${JSON.stringify(client.token ?? '')})`,
  );
  await page.goto(`${origin}/vault${query}`);
  await expect(page.getByRole('grid', { name: 'Files and folders' })).toBeVisible();
}

export { expect, type Locator, type Page } from '@playwright/test';
