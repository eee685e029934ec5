/**
 * The test file of the anti-virus makers (eicar.org): harmless, and reported by every scanner. It is put together
 * here, so that no scanner of a developer's machine takes this source for it.
 */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join(''),
);
