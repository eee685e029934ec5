import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it } from 'vitest';
import { bufferSource } from '../zip/index.ts';
import { embeddedScanner } from './embedded.ts';

/** The Debian package clamav-testfiles: one harmless program, packed in the ways that clamd opens. */
const COLLECTION = '/usr/share/clamav-testfiles';
const skipped = existsSync(COLLECTION) ? '' : ' (clamav-testfiles is not installed here: skipped)';

it.skipIf(skipped !== '')(`GUARD-41 no file of clamav-testfiles passes${skipped}`, async () => {
  const scanner = await embeddedScanner({
    rulesDirectory: '/nonexistent',
    log: pino({ level: 'silent' }),
  });
  try {
    const names = readdirSync(COLLECTION);
    const scans = names.map((name) => scanner.scan(bufferSource(readFileSync(join(COLLECTION, name)))));
    const verdicts = await Promise.all(scans);
    expect(names.filter((_, n) => verdicts[n]?.status === 'PASS')).toEqual([]);
    expect(names.length).toBeGreaterThanOrEqual(44);
  } finally {
    await scanner.close();
  }
});
