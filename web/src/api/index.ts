export { ApiError, call, callForFile, isPassing, readEnvelope } from './client.ts';
export { type BaseAddresses, helpAddress, serverOrigins, setBaseAddresses } from './config.ts';
export { keys } from './keys.ts';
export { nameCharactersQuery } from './name-characters.ts';
export { isQuiet, refetchQuietly } from './quiet.ts';
export { type SingleMutation, useSingleMutation } from './use-single-mutation.ts';
export { getToken, keepTokenInMemory, onTokenChange, setToken } from './token.ts';
