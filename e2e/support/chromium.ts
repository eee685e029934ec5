import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';

/** Prevents calls to the browser vendor at each start, which a closed network refuses. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Returns the launch options of the machine's Chromium (or the one in the variable CHROMIUM), also for root. The
 * headless shell is preferred: the same engine without browser windows, which take a fifth of the time of all journeys.
 * @throws Error when the machine has no Chromium
 */
export function chromium(): LaunchOptions {
  const root = process.getuid?.() === 0;
  return { executablePath: program(), args: root ? [...QUIET, '--no-sandbox'] : QUIET };
}

function program(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const places = [
    process.env['CHROMIUM'] ?? '',
    ...candidates.flatMap((name) => folders.map((folder) => join(folder, name))),
  ];
  const found = places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return path !== '';
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error('No Chromium on this machine (Debian: apt-get install chromium)');
  return found;
}
