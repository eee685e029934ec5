export { ApiError, call, callForFile, readEnvelope } from './client.ts';
export { helpAddress } from './config.ts';
export { keys } from './keys.ts';
export { nameCharactersQuery } from './name-characters.ts';
export { getToken, onTokenChange, setToken } from './token.ts';
