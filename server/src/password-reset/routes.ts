import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { requestReset, type RequestResetDeps } from './request-reset.ts';
import { readAddress, setPassword, type SetPasswordDeps } from './set-password.ts';

export interface PasswordResetDeps extends RequestResetDeps, SetPasswordDeps {}

/** Registers the calls C110, C111 and C112. */
export function passwordResetRoutes(app: FastifyInstance, deps: PasswordResetDeps): void {
  serve(app, contract.oneTime.requestPasswordReset, async ({ body: { email }, request }) => {
    const { ip: address } = request;
    await requestReset(deps, { email, address, origin: app.vaultOrigin(), at: deps.clock.now() });
    return true as const;
  });

  serve(app, contract.oneTime.readAddress, ({ body }) => readAddress(deps, body.token));

  serve(app, contract.oneTime.setPassword, async ({ body }) => {
    await setPassword(deps, body);
    return true as const;
  });
}
