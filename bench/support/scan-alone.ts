import { sharedScanner } from '../../server/src/testing/shared-scanner.ts';

/** Scans bytes with the embedded scanner of this process, which the vault uses. @returns true when they passed */
export async function scanAlone(bytes: Buffer): Promise<boolean> {
  const scanner = await sharedScanner();
  const verdict = await scanner.scan({
    sizeBytes: bytes.length,
    readAt: async (target, position) => {
      const part = bytes.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
  });
  return verdict.status === 'PASS';
}
