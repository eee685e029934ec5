import type { DemoAccounts } from '@vault/demo';

/** The exports of the workspace `demo/` for each start; the documents are loaded only when there are vaults to fill. */
export interface DemoFirm {
  demoAccounts(): DemoAccounts;
}

/**
 * Loads the workspace `demo/`, which is not part of a production installation.
 * @returns null when it is not installed
 */
export async function loadDemoFirm(): Promise<DemoFirm | null> {
  try {
    return await import('@vault/demo');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  // oxlint-disable-next-line vault/no-message-comparison -- a text of Node, which has no field for the package
  return error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("'@vault/demo'");
}
