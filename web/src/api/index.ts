export { availability } from './availability.ts';
export {
  ApiError,
  call,
  callForFile,
  failureText,
  fetchSigned,
  hasErrorCode,
  onUnknownOutcome,
  outageOf,
  readBody,
} from './client.ts';
export { type BaseAddresses, helpAddress, serverOrigins, setBaseAddresses } from './config.ts';
export { keys } from './keys.ts';
export { nameCharactersQuery } from './name-characters.ts';
export { isBackgroundFetch, refetchFailed, refetchInBackground } from './background-refetch.ts';
export { personActivity } from './person-activity.ts';
export { sessionGate } from './session-gate.ts';
export { useList } from './use-list.ts';
export { type SingleMutation, useSingleMutation } from './use-single-mutation.ts';
export { getToken, keepTokenInMemory, onTokenChange, setToken } from './token.ts';
export { useToken } from './use-token.ts';
