import { resolve } from 'node:path';
import { recordAudit } from '../audit/index.ts';
import { rotateKey as rotate } from '../platform/secrets/index.ts';
import { mustHaveNoOperands } from './operands.ts';
import { type Subcommand, withDatabase } from './subcommand.ts';

/** Replaces the key of the vault (GUARD-06). */
export const rotateKey: Subcommand = {
  name: 'rotate-key',
  usage: '[--old-key-file <path>]',
  summary: 'replaces the key that seals and signs; all servers must be stopped',
  options: { 'old-key-file': { type: 'string' } },
  read: ({ options, operands }) => {
    mustHaveNoOperands({ operands });
    const path = options['old-key-file'];
    const oldKeyFile = typeof path === 'string' ? resolve(path) : null;
    return async (deps) => {
      const { resealed, unreadable, location } = await withDatabase(deps, (database) =>
        rotate({
          settings: deps.keySettings,
          database,
          oldKeyFile,
          // AUDIT-01; a later seal may then have another key (AUDIT-03)
          onRotated: (tx) => recordAudit(tx, { action: 'key.rotate' }),
        }),
      );
      const lines = [
        `The key was replaced, and ${resealed} values were sealed again. Signed addresses of the old key have ended.`,
        `The new key is in ${location}. Keep a copy of it, and the old one with the backups from before.`,
        'Other servers of this vault need the new key too. Then start them.',
      ];
      if (unreadable > 0) lines.push(`${unreadable} values are damaged: neither key opens them.`);
      return { text: lines.join('\n'), exitCode: unreadable === 0 ? 0 : 1 };
    };
  },
};
