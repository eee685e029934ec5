import { isEmailAddress } from '@vault/contract';
import { recordAuditAlone } from '../audit/index.ts';
import { VaultError } from '../http/index.ts';
import { linkEvent } from '../links/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { GuardedLink } from './gate.ts';

/** The refusals that are guesses; an attempt that the throttle refuses checked nothing and is not recorded. */
const WRONG = new Set<string>(['LINK_PASSWORD_WRONG', 'LINK_CODE_WRONG']);

/**
 * AUDIT-01: records a wrong password or code before the refusal is sent.
 * @param check checks the password or the code
 * @throws as `check`
 */
export async function auditRefusals<T>(
  { database, link, email }: { database: Database; link: GuardedLink; email: string | null },
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof VaultError && WRONG.has(error.errorCode)) {
      await recordAuditAlone(database, {
        ...linkEvent('link.open', link, { errorCode: error.errorCode }),
        outcome: 'refused',
        personal: email !== null && isEmailAddress(email) ? { email } : {},
      });
    }
    throw error;
  }
}
