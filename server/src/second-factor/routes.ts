import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import { clientOf } from '../session/index.ts';
import { confirmApp, confirmPasskey, startApp, startPasskey } from './add-factor.ts';
import {
  beginChange,
  changeRecoveryCodes,
  removeFactor,
  resetOfOther,
  stateOfFactors,
} from './change-factors.ts';
import type { SecondFactorDeps } from './deps.ts';
import { checkCode, checkPasskey } from './sign-in-step.ts';

const calls = contract.secondFactor;

/** Registers the calls C99 to C109 (GUARD-33). */
export function secondFactorRoutes(app: FastifyInstance, deps: SecondFactorDeps): void {
  serve(app, calls.state, async ({ caller }) => stateOfFactors(deps, caller));

  serve(app, calls.beginChange, async ({ body, caller, request }) =>
    beginChange(deps, { caller, ...body, address: request.ip }),
  );

  serve(app, calls.checkCode, async ({ body, request }) =>
    checkCode(deps, { ...body, client: clientOf(request) }),
  );

  serve(app, calls.checkPasskey, async ({ body, request }) =>
    checkPasskey(deps, { ...body, client: clientOf(request) }),
  );

  serve(app, calls.startApp, async ({ body: { challenge } }) => startApp(deps, challenge));

  serve(app, calls.confirmApp, async ({ body, request }) =>
    confirmApp(deps, { ...body, client: clientOf(request) }),
  );

  serve(app, calls.startPasskey, async ({ body: { challenge } }) => startPasskey(deps, challenge));

  serve(app, calls.confirmPasskey, async ({ body, request }) =>
    confirmPasskey(deps, { ...body, client: clientOf(request) }),
  );

  serve(app, calls.remove, async ({ body, caller }) => {
    await removeFactor(deps, { caller, ...body });
    return true as const;
  });

  serve(app, calls.newRecoveryCodes, async ({ body: { challenge }, caller }) => ({
    recoveryCodes: await changeRecoveryCodes(deps, { caller, challenge }),
  }));

  serve(app, calls.reset, async ({ params: { personId }, caller }) => {
    await resetOfOther(deps, caller, personId);
    return true as const;
  });
}
