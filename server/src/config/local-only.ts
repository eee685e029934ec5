import { type Environment, givenSetting, trustsProxy } from './environment.ts';
import { isLoopbackHost } from './loopback.ts';

export interface LocalConfig {
  /** true when only this machine can reach the vault */
  isLocalOnly: boolean;
}

/** A setting that opens the vault to other machines. */
export interface FailingCondition {
  /** such as 'HOST is 0.0.0.0' */
  reason: string;
  /** such as 'write HOST=127.0.0.1' */
  remedy: string;
}

export const localConfig = (environment: Environment): LocalConfig => ({
  isLocalOnly: opensToOthers(environment).length === 0,
});

/** Returns the settings with which other machines can reach the vault; [] when only this machine can (GUARD-01). */
export function opensToOthers(environment: Environment): FailingCondition[] {
  const failing: FailingCondition[] = [];
  const host = givenSetting(environment, 'HOST');
  if (host !== null && !isLoopbackHost(host)) {
    failing.push({ reason: `HOST is ${host}`, remedy: 'write HOST=127.0.0.1' });
  }
  const publicUrl = givenSetting(environment, 'PUBLIC_URL');
  if (publicUrl !== null && !isLoopbackUrl(publicUrl)) {
    failing.push({ reason: 'PUBLIC_URL is not a loopback address', remedy: 'remove PUBLIC_URL' });
  }
  return trustsProxy(environment)
    ? [...failing, { reason: 'TRUST_PROXY is set', remedy: 'remove TRUST_PROXY' }]
    : failing;
}

const isLoopbackUrl = (url: string) => URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
