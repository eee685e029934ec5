import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from '@playwright/test';
import { chromium as launchOptions } from '../support/chromium.ts';
import { filesTab } from '../support/files-tab.ts';
import { startDemoVault } from '../support/server.ts';

// Takes the screenshots of README.md, docs/pictures/files-light.png and files-dark.png, of the demo vault.

const SIZE = { width: 1280, height: 720 };

async function takePicture(browser: Browser, url: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZE,
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: /Ada Byron/ }).click();
  await page.getByRole('combobox', { name: 'Client record' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Acme Ltd' }).click();
  await page.waitForURL(/record=/);
  const files = filesTab(page);
  // The tree of the former record is visible until this tree is loaded.
  await files.tree.getByRole('treeitem').nth(5).waitFor();
  await files.grid.getByRole('link').first().waitFor();
  await page.mouse.move(0, 0);
  const path = fileURLToPath(new URL(`../../docs/pictures/files-${colorScheme}.png`, import.meta.url));
  await page.screenshot({ path, animations: 'disabled' });
  await context.close();
}

const vault = await startDemoVault();
try {
  const browser = await chromium.launch(launchOptions());
  try {
    await takePicture(browser, vault.url, 'light');
    await takePicture(browser, vault.url, 'dark');
  } finally {
    await browser.close();
  }
} finally {
  await vault.stop();
}
