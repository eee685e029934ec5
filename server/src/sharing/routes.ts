import { contract, type LinkResult, type LinkType } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { type Call, serve } from '../http/index.ts';
import type { MailDeps } from '../mail/index.ts';
import { createLink, type CreateDeps } from './create-link.ts';
import { sendLink } from './send-link.ts';

export type SharingDeps = CreateDeps & MailDeps;

const { shareLink, shareByEmail, requestLink, requestByEmail } = contract.sharing;

/** Registers the calls C24 … C27. */
export function sharingRoutes(app: FastifyInstance, deps: SharingDeps): void {
  const make =
    (kind: LinkType, byMail: boolean) =>
    async ({ params, body, caller }: Call<typeof shareLink>): Promise<LinkResult> => {
      const webBase = app.vaultOrigin();
      const wanted = { recordId: params.recordId, kind, byMail, payload: body, caller, webBase };
      const { name, accessUrl, mailUnconfirmed } = await (byMail ? sendLink : createLink)(deps, wanted);
      return { name, accessUrl, ...(mailUnconfirmed === true ? { mailUnconfirmed } : {}) };
    };
  serve(app, shareLink, make('SHARE', false));
  serve(app, shareByEmail, make('SHARE', true));
  serve(app, requestLink, make('REQUEST', false));
  serve(app, requestByEmail, make('REQUEST', true));
}
