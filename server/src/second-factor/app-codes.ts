import { generateSecret, generateURI, verifySync } from 'otplib';

/** RFC 6238 with the values that all authenticator apps support: SHA-1, six digits. */
const STEP_SECONDS = 30;

/** A new secret of 160 bits in Base32. */
export const newAppSecret = (): string => generateSecret({ length: 20 });

/** The address that a QR code passes to an authenticator app. */
export const appUri = ({
  secret,
  issuer,
  label,
}: {
  secret: string;
  issuer: string;
  label: string;
}): string => generateURI({ secret, issuer, label });

/**
 * Checks a code of an authenticator app. The clocks may differ by one step; a code of an earlier step than the last
 * used one, or of that step, is wrong.
 * @param code six digits
 * @param lastStep -1 for none
 * @returns the time step of the code; null when it is wrong
 */
export function stepOfCode(
  code: string,
  { secret, now, lastStep }: { secret: string; now: Date; lastStep: number },
): number | null {
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: STEP_SECONDS,
  });
  return result.valid && 'timeStep' in result && result.timeStep > lastStep ? result.timeStep : null;
}
