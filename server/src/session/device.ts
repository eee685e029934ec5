import Bowser from 'bowser';

/** What a person recognises a device by; null where the program does not say it. */
export interface Device {
  browser: string | null;
  system: string | null;
}

/**
 * Reads the browser and the operating system from the header User-Agent, for the list of sessions (GUARD-32). The text
 * is the client's own statement.
 */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}
