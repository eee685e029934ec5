export { ApiError, call } from './client.ts';
export { keys } from './keys.ts';
export { nameCharactersQuery } from './name-characters.ts';
export { getToken, onTokenChange, setToken } from './token.ts';
