import { registerHooks } from 'node:module';

/**
 * For `--import` of a server that the bench compares with: entries of the audit are recorded by functions that do nothing.
 * The product has no setting for this.
 */
const NOTHING = `
  export const recordAudit = async () => undefined;
  export const recordAuditAlone = async () => undefined;
  export const rowOf = () => { throw new Error('This server records nothing'); };
`;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('/server/src/audit/record.ts')) return nextLoad(url, context);
    return { format: 'module', source: NOTHING, shortCircuit: true };
  },
});
