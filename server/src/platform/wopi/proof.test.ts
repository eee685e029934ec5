import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Proof, type ProofKeys, publicKeyOf, signatureOf } from './proof.ts';

// The sample data that Microsoft publishes for implementations of proof keys
// (Office-Online-Test-Tools-and-Documentation).

const CURRENT = {
  value:
    'BgIAAACkAABSU0ExAAgAAAEAAQDFEthb5dkE+fGnJgsmY3IXmoFxj1cOwVYLpLNTEksnVRzbXcPfaSl/kFxn5b4QajhH1sTtXECZY6ZUyiDi1NG5ukFc9Fppgt0ywnuJqNBRWPfvLTOaVZRTtr8X8hqL+dPldOI3qFUW2zF6DEsAO9y74l3s6MqNjawCME5X0jb28TOrbXXsDfIGLEN3VBFO3wyhlRZKOmR9ZiqxQbpOz0Ltgv3HYci9OVN9c8YYV5T+fHI0Wtxg4F9lJHlB6MHPV9seVqr4ieM027NG89LhHm9BJEtceII09JgmkwLFUB/s2YGirUwZewk0efw1GL861PE7Vjdn2bIdmGSCRfFQlnPQ',
  modulus:
    '0HOWUPFFgmSYHbLZZzdWO/HUOr8YNfx5NAl7GUytooHZ7B9QxQKTJpj0NIJ4XEskQW8e4dLzRrPbNOOJ+KpWHttXz8HoQXkkZV/gYNxaNHJ8/pRXGMZzfVM5vchhx/2C7ULPTrpBsSpmfWQ6ShaVoQzfThFUd0MsBvIN7HVtqzPx9jbSV04wAqyNjcro7F3iu9w7AEsMejHbFlWoN+J05dP5ixryF7+2U5RVmjMt7/dYUdCoiXvCMt2CaVr0XEG6udHU4iDKVKZjmUBc7cTWRzhqEL7lZ1yQfylp38Nd2xxVJ0sSU7OkC1bBDlePcYGaF3JjJgsmp/H5BNnlW9gSxQ==',
  exponent: 'AQAB',
};
const OLD = {
  value: '',
  modulus:
    'u/ppb/da4jeKQ+XzKr69VJTqR7wgQp2jzDIaEPQVzfwod+pc1zvO7cwjNgfzF/KQGkltoOi9KdtMzR0qmX8C5wZI6wGpS8S4pTFAZPhXg5w4EpyR8fAagrnlOgaVLs0oX5UuBqKndCQyM7Vj5nFd+r53giS0ch7zDW0uB1G+ZWqTZ1TwbtV6dmlpVuJYeIPonOJgo2iuh455KuS2gvxZKOKR27Uq7W949oM8sqRjvfaVf4xDmyor++98XX0zadnf4pMWfPr3XE+bCXtB9jIPAxxMrALf5ncNRhnx0Wyf8zfM7Rfq+omp/HxCgusF5MC2/Ffnn7me/628zzioAMy5pQ==',
  exponent: 'AQAB',
};

const mustRead = (key: typeof CURRENT): KeyObject => {
  const read = publicKeyOf(key);
  if (read === null) throw new Error('the key cannot be read');
  return read;
};
const KEYS: ProofKeys = { current: mustRead(CURRENT), old: mustRead(OLD) };

/** The times of the samples are in April 2015. */
const AT = (timestamp: string) => new Date(Number((BigInt(timestamp) - 621_355_968_000_000_000n) / 10_000n));

const sample = (
  accessToken: string,
  path: string,
  signed: Pick<Proof, 'timestamp' | 'proof' | 'proofOld'>,
) => ({
  accessToken,
  url: `https://contoso.com/wopi/files/${path}?access_token=${accessToken}`,
  ...signed,
});

const BY_CURRENT = sample(
  'yZhdN1qgywcOQWhyEMVpB6NE3pvBksvcLXsrFKXNtBeDTPW%2fu62g2t%2fOCWSlb3jUGaz1zc%2fzOzbNgAredLdhQI1Q7sPPqUv2owO78olmN74DV%2fv52OZIkBG%2b8jqjwmUobcjXVIC1BG9g%2fynMN0itZklL2x27Z2imCF6xELcQUuGdkoXBj%2bI%2bTlKM',
  'vHxYyRGM8VfmSGwGYDBMIQPzuE+sSC6kw+zWZw2Nyg',
  {
    timestamp: '635655897610773532',
    proof:
      'IflL8OWCOCmws5qnDD5kYMraMGI3o+T+hojoDREbjZSkxbbx7XIS1Av85lohPKjyksocpeVwqEYm9nVWfnq05uhDNGp2MsNyhPO9unZ6w25Rjs1hDFM0dmvYx8wlQBNZ/CFPaz3inCMaaP4PtU85YepaDccAjNc1gikdy3kSMeG1XZuaDixHvMKzF/60DMfLMBIu5xP4Nt8i8Gi2oZs4REuxi6yxOv2vQJQ5+8Wu2Olm8qZvT4FEIQT9oZAXebn/CxyvyQv+RVpoU2gb4BreXAdfKthWF67GpJyhr+ibEVDoIIolUvviycyEtjsaEBpOf6Ne/OLRNu98un7WNDzMTQ==',
    proofOld:
      'lWBTpWW8q80WC1eJEH5HMnGka4/LUF7zjUPqBwRMO0JzVcnjICvMP2TZPB2lJfy/4ctIstCN6P1t38NCTTbLWlXuE+c4jqL9r2HPAdPPcPYiBAE1Evww93GpxVyOVcGADffshQvfaYFCfwL9vrBRstaQuWI0N5QlBCtWbnObF4dFsFWRRSZVU0X9YcNGhVX1NkVFVfCKG63Q/JkL+TnsJ7zqb7ZQpbS19tYyy4abtlGKWm3Zc1Jq9hPI3XVpoARXEO8cW6lT932QGdZiNr9aW2c15zTC6WiTxVeu7RW2Y0meX+Sfyrfu7GFb5JXDJAq8ZrUEUWABv1BOhHz5vLYHIA==',
  },
);
const OLD_PROOF_BY_CURRENT = sample(
  'zo7pjAbo%2fyof%2bvtUJn5gXpYcSl7TSSx0TbQGJbWJSll9PTjRRsAbG%2fSNL7FM2n5Ei3jQ8UJsW4RidT5R4tl1lrCi1%2bhGjxfWAC9pRRl6J3M1wZk9uFkWEeGzbtGByTkaGJkBqgKV%2ffxg%2bvATAhVr6E3LHCBAN91Wi8UG',
  'RVQ29k8tf3h8cJ/Endy+aAMPy0iGhLatGNrhvKofPY9p2w',
  {
    timestamp: '635655898374047766',
    proof:
      'qQhMjQf9Zohj+S/wvhe+RD6W5TIEqJwDWO3zX9DB85yRe3Ide7EPQDCY9dAZtJpWkIDDzU+8FEwnexF0EhPimfCkmAyoPpkl2YYvQvvwUK2gdlk3WboWOVszm17p4dSDA0TDMPYsjaAGHKM/nPnTyIMzRyArEzoy2vNkLEP6qdBIuMP2aCtGsciwMjYifHYRIRenB7H7I+FkwH0UaoTUCoo2PJkyZjy1nK6OwGVWaWG0G8g7Zy+K3bRYV+7cNaM5SB720ezhmYYJJvsIdRvO7pLsjAuTo4KJhvmVFCipwyCdllVHY83GjuGOsAbHIIohl0Ttq59o0jp4w2wUs8U+mQ==',
    proofOld:
      'PjKR1BTNNnfOrUzfo27cLIhlrbSiOVZaANadDyHxKij/77ZYId+liyXoawvvQQPgnBH1dW6jqpr6fh5ZxZ9IOtaV+cTSUGnGdRSn7FyKs1ClpApKsZBO/iRBLXw3HDWOLc0jnA2bnxY8yqbEPmH5IBC9taYzxnf7aGjc6AWFHfs6AEQ8lMio6UoASNzjy3VVNzUX+CK+e5Z45coT0X60mjaJmidGfPdWIfyUw8sSuUwxQa1uNXAd8IceRUL7j5s9/kk7EwsihCw1Y3L+XJGG5zMsGhM9bTK5mvxj30UdmZORouNHdywOfdHaB1iOeKOk+yvWFMW3JsYShWbUhZUOEQ==',
  },
);
const BY_OLD = sample(
  'pbocsujrb9BafFujWh%2fuh7Y6S5nBnonddEzDzV0zEFrBwhiu5lzjXRezXDC9N4acvJeGVB5CWAcxPz6cJ6FzJmwA4ZgGP6FaV%2b6CDkJYID3FJhHFrbw8f2kRfaceRjV1PzXEvFXulnz2K%2fwwv0rF2B4A1wGQrnmwxGIv9cL5PBC4',
  'DJNj59eQlM6BvwzAHkykiB1vNOWRuxT487+guv3v7HexfA',
  {
    timestamp: '635655898062751632',
    proof:
      'qF15pAAnOATqpUTLHIS/Z5K7OYFVjWcgKGbHPa0eHRayXsb6JKTelGQhvs74gEFgg1mIgcCORwAtMzLmEFmOHgrdvkGvRzT3jtVVtwkxEhQt8aQL20N0Nwn4wNah0HeBHskdvmA1G/qcaFp8uTgHpRYFoBaSHEP3AZVNFg5y2jyYR34nNj359gktc2ZyLel3J3j7XtyjpRPHvvYVQfh7RsArLQ0VGp8sL4/BDHdSsUyJ8FXe67TSrz6TMZPwhEUR8dYHYek9qbQjC+wxPpo3G/yusucm1gHo0BjW/l36cI8FRmNs1Fqaeppxqu31FhR8dEl7w5dwefa9wOUKcChF6A==',
    proofOld:
      'KmYzHJ9tu4SXfoiWzOkUIc0Bh8H3eJrA3OnDSbu2hT68EuLTp2vmvvFcHyHIiO8DuKj7u13MxkpuUER6VSIJp3nYfm91uEE/3g61V3SzaeRXdnkcKUa5x+ulKViECL2n4mpHzNnymxojFW5Y4lKUU4qEGzjE71K1DSFTU/CBkdqycsuy/Oct8G4GhA3O4MynlCf64B9LIhlWe4G+hxZgxIO0pq7w/1SH27nvScWiljVqgOAKr0Oidk/7sEfyBcOlerLgS/A00nJYYJk23DjrKGTKz1YY0CMEsROJCMiW11caxr0aKseOYlfmb6K1RXxtmiDpJ2T4y8jintjEdzEWDA==',
  },
);
const BY_NOBODY = sample(
  '7DHGrfxYtgXxfaXF%2benHF3PTGMrgNlYktkbQB8q%2fn2aQwzYQ6qTmqNJRnJm5QIMXS7WbIxMy0LXaova2h687Md4%2bNTazty3P7HD3j5q9anbCuLsUJHtSXfKANUetLyAjFWq6egtMZJSHzDajO0EaHTeA9M7zJg1j69dEMoLmIbxP03kwAvBrdVQmjFdFryKw',
  'Dy07US/uXVeOMwgyEqGqeVNnyOoaRxR+es2atR08tZPMatf0gf0',
  {
    timestamp: '635655899260461032',
    proof:
      'Y/wVmPuvWJ5Q/Gl/a5mCkTrCKbfHWYiMG6cxmJgD+M/yYFzTsfcgbK2IRAlCR2eqGx3a5wh5bQzlC6Y/sKo2IE9Irz/NHFpV55zYfdwDi5ccwXSd34jWVUgkM3uL1r6KVmHcQH/ew10p54FVatXatuGp2Y+cq9BScYV1a45U8fs9zYoZcTAYvdWeYXmJbRGMOLLxab3fOiulPmbw+gOqpYPbuInc0yut6eGxAUmY1ENxpN7nbUqI3LbJvmE3PuX8Ifgg3RCsaFJEqC6JR36MjG+VqoKaFI6hh/ZWLR4y7FBarSmQBr2VlAHrcWCJIMXoOOKaHdsDfNCb3A24LFvdAQ==',
    proofOld:
      'Pdbk1FoAB4zhxaDptfVOwTCmrNgWO6zdokoI3VYO8eshE9nJR1Rzr9K2666za29IfT050jJX0EBanIXAawL4rFA6swPHYQAzf3pWJqwvqIbaLYvi4104IBWhm9XdZ7C1jDUmG8DgwbKrXZfg7xxZ/hzPlwEp5Y9ZijD/ReAgRs0Va8/ytWc3AJ+121Q1Ss9U8vD08K5+wg1PVYyNa2YGBpVJbt2ZSt8dvuciWZujFDTzgLvRr6w17kg6+jkiwJyz2ZIL6ytyiUE1oJzsbslIZN3yGHEcmXZZ8Xz5q8fzrLUVmRx1kX6FE2QzRe4+6Q+qNeI8Ct7dj7JBBdbK2Jq+6A==',
  },
);

describe("C58 ProofKeys: Microsoft's samples", () => {
  test.each([
    ['X-WOPI-Proof by the current key', BY_CURRENT, 'current'],
    ['X-WOPI-ProofOld by the current key', OLD_PROOF_BY_CURRENT, 'rotated'],
    ['X-WOPI-Proof by the old key', BY_OLD, 'rotated'],
    ['by neither key', BY_NOBODY, 'wrong'],
  ])("Microsoft's sample gets the expected result: %s", (_what, call, expected) => {
    expect(signatureOf(call, KEYS, AT(call.timestamp))).toBe(expected);
  });

  test('a call of 20 minutes ago is too old, one of 19 is not', () => {
    const at = (minutes: number) => new Date(AT(BY_CURRENT.timestamp).getTime() + minutes * 60_000);
    expect(signatureOf(BY_CURRENT, KEYS, at(19))).toBe('current');
    expect(signatureOf(BY_CURRENT, KEYS, at(21))).toBe('wrong');
  });

  test('a proof is not valid for another address or another token', () => {
    const now = AT(BY_CURRENT.timestamp);
    expect(signatureOf({ ...BY_CURRENT, url: `${BY_CURRENT.url}x` }, KEYS, now)).toBe('wrong');
    expect(signatureOf({ ...BY_CURRENT, accessToken: 'x' }, KEYS, now)).toBe('wrong');
    expect(signatureOf({ ...BY_CURRENT, url: BY_CURRENT.url.toLowerCase() }, KEYS, now)).toBe('current');
  });

  test('without an old key only the current one is accepted', () => {
    expect(signatureOf(BY_OLD, { ...KEYS, old: null }, AT(BY_OLD.timestamp))).toBe('wrong');
  });
});

describe('C58 the keys of a discovery', () => {
  const exported = (key: KeyObject | null) => key?.export({ format: 'jwk' });

  test('the key blob of Windows is the same key as modulus and exponent', () => {
    const { value } = CURRENT;
    expect(exported(publicKeyOf({ value, modulus: '', exponent: '' }))).toEqual(exported(KEYS.current));
  });

  test.each([
    ['nothing', { modulus: '', exponent: '', value: '' }],
    ['a truncated blob', { modulus: '', exponent: '', value: CURRENT.value.slice(0, 100) }],
    ['another blob', { modulus: '', exponent: '', value: 'A'.repeat(300) }],
    ['a short key', { modulus: 'AQAB', exponent: 'AQAB', value: '' }],
    ['not base64', { modulus: '!'.repeat(300), exponent: '!', value: '' }],
  ])('%s is not a key', (_what, given) => expect(publicKeyOf(given)).toBeNull());

  test('a key of another kind is not accepted', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keys = { current: createPublicKey(publicKey.export({ format: 'pem', type: 'spki' })), old: null };
    expect(signatureOf(BY_CURRENT, keys, AT(BY_CURRENT.timestamp))).toBe('wrong');
  });
});
