export { ApiError, call, readEnvelope } from './client.ts';
export { baseAddress } from './config.ts';
export { keys } from './keys.ts';
export { authHeader, getToken, onTokenChange, setToken } from './token.ts';
