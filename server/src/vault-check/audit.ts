import { verifyChained } from '../audit/index.ts';
import { SecretKeyError } from '../platform/secrets/index.ts';
import { type CheckDeps, type CheckResult, NOTHING } from './check.ts';

/** Checks the chain and the seals of the audit (AUDIT-03). It needs no snapshot, because entries are only added. */
export async function checkAudit({ database, publicKey }: CheckDeps): Promise<CheckResult> {
  try {
    const { problem } = await verifyChained({ database, publicKey, sealFile: null });
    return problem === null ? NOTHING : finding(problem.text);
  } catch (error) {
    if (error instanceof SecretKeyError) return finding(error.message);
    throw error;
  }
}

function finding(text: string): CheckResult {
  const advice = 'Run npm run vault -- audit verify, and read docs/operating.md (Audit).';
  return { listed: [{ check: 'audit.chain', text, advice }], count: 1 };
}
