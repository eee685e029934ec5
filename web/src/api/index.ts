export { ApiError, call } from './client.ts';
export { keys } from './keys.ts';
export { getToken, onTokenChange, setToken } from './token.ts';
