import { type Environment, givenSetting, trustsProxy } from './environment.ts';
import { isLoopbackHost } from './loopback.ts';

/**
 * GUARD-04: people on other machines need an address that the vault cannot know, and never takes from a request.
 * @returns one sentence, or none
 */
export function missingPublicUrl(environment: Environment): string[] {
  if (givenSetting(environment, 'PUBLIC_URL') !== null) return [];
  const host = givenSetting(environment, 'HOST');
  const reasons = [
    ...(host !== null && !isLoopbackHost(host) ? [`HOST is ${host}`] : []),
    ...(trustsProxy(environment) ? ['TRUST_PROXY is set'] : []),
    ...(givenSetting(environment, 'SMTP_URL') === null ? [] : ['SMTP_URL is set']),
  ];
  if (reasons.length === 0) return [];
  return [
    `The setting PUBLIC_URL is missing while ${reasons.join(' and ')}: write the address that people use, such as PUBLIC_URL=https://vault.example.com.`,
  ];
}
