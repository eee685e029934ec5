import { generateSync } from 'otplib';

/**
 * The code that an authenticator app shows at a time.
 * @param secret Base32, blanks do not matter
 * @param at ms since 1970
 */
export const appCode = (secret: string, at: number): string =>
  generateSync({ secret: secret.replaceAll(' ', ''), epoch: Math.floor(at / 1000) });
