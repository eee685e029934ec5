import { isIP } from 'node:net';
import { text } from './kinds.ts';

/** The proxies whose X-Forwarded headers count: their addresses and ranges, or their number; false for none. */
export type TrustedProxies = readonly string[] | number | false;

/** No vault is behind more proxies. */
const MAX_HOPS = 16;

const FORM =
  'must be the addresses or ranges of your proxies, separated by commas, such as 127.0.0.1 for a proxy on this machine, or their number, or false';

/** TRUST_PROXY (GUARD-05). `true` would trust the header of every caller. */
export const trustProxySchema = text
  .refine((value) => value !== 'true', {
    message:
      'must say which proxies to trust instead of true: write TRUST_PROXY=127.0.0.1 for a proxy on this machine, otherwise the addresses or ranges of your proxies',
    abort: true,
  })
  .refine((value) => proxiesOf(value) !== null, FORM)
  .transform((value) => proxiesOf(value) ?? false);

/** @returns null for a text in another form */
function proxiesOf(value: string): TrustedProxies | null {
  if (value === 'false') return false;
  if (/^[1-9]\d?$/.test(value)) return Number(value) <= MAX_HOPS ? Number(value) : null;
  const ranges = value.split(',').map((range) => range.trim());
  return ranges.every(isRange) ? ranges : null;
}

/** Whether the text is an address, or a CIDR range such as 10.0.0.0/8. A prefix of 0 would trust everybody. */
function isRange(range: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(range) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return bits > 0 && (prefix === undefined || (Number(prefix) >= 1 && Number(prefix) <= bits));
}
