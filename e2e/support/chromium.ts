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
  const options = findChromium();
  if (options === null) throw new Error('No Chromium on this machine (Debian: apt-get install chromium)');
  return options;
}

/** Returns the same as `chromium`; null when the machine has no Chromium. */
export function findChromium(): LaunchOptions | null {
  const root = process.getuid?.() === 0;
  const executablePath = program();
  return executablePath === undefined
    ? null
    : { executablePath, args: root ? [...QUIET, '--no-sandbox'] : QUIET };
}

function program(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const places = [
    process.env['CHROMIUM'] ?? '',
    ...candidates.flatMap((name) => folders.map((folder) => join(folder, name))),
  ];
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return path !== '';
    } catch {
      return false;
    }
  });
}
