/**
 * The test file of the anti-virus makers (eicar.org): harmless, and reported by every scanner. It is joined here, so
 * that no scanner on a developer's machine finds it in this source.
 */
export const EICAR = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join(''),
);
