import { Errors } from '../http/index.ts';

/**
 * C140, C141: each upload of a call for several ones is named once.
 * @throws P16 when a key appears twice
 */
export function mustHaveDifferentKeys(keys: readonly string[]): void {
  if (new Set(keys).size < keys.length) throw Errors.invalidRequest();
}
