export {
  endOneTimeAddresses,
  findOneTimeAddress,
  makeOneTimeAddress,
  type OneTimeAddress,
  type OneTimeUse,
  takeOneTimeAddress,
  tidyOneTimeAddresses,
} from './one-time-address.ts';
