export type { Authenticate, Caller, SessionUse } from './caller.ts';
export { asClient, clientIdOf, currentClientId } from './client-id.ts';
export { Errors, HttpError, VaultError } from './errors.ts';
export { mustHaveRecord } from './authorize.ts';
export { sendFailure } from './failures.ts';
export { limitSilence, type RequestLimits } from './limit-requests.ts';
export { createHttp, type HttpOptions, listeningOrigin } from './http.ts';
export { serve, serveGuarded, type Call, type Guard } from './serve.ts';
export { type Sort, sortOf } from './sort.ts';
