import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_TEXT } from './limits.ts';
import { permissionSchema } from './permissions.ts';
import { idSchema } from './shapes.ts';

const userInfoSchema = z.object({
  profile: z.object({ sfid: idSchema, name: z.string(), email: z.string() }),
});

/** PERM-19: what the screens know of the signed-in user. */
export const sessionStateSchema = z
  .object({ permissions: z.array(permissionSchema), userInfo: userInfoSchema })
  .meta({ id: 'SessionState' });
export type SessionState = z.infer<typeof sessionStateSchema>;

const loginSchema = sessionStateSchema.extend({ accessToken: z.string() }).meta({ id: 'Login' });
export type Login = z.infer<typeof loginSchema>;

/** A demo account that the sign-in page of a loopback server offers as one click. */
export const demoAccountSchema = z
  .object({ name: z.string(), email: z.string(), password: z.string(), description: z.string() })
  .meta({ id: 'DemoAccount' });
export type DemoAccount = z.infer<typeof demoAccountSchema>;

export const session = {
  signIn: endpoint({
    id: 'C01',
    area: 'session',
    summary: 'Sign in with e-mail and password',
    method: 'POST',
    path: '/api/v1/auth/login',
    access: 'public',
    body: z.object({ email: z.string().max(MAX_TEXT), password: z.string().max(MAX_TEXT) }),
    data: loginSchema,
  }),
  me: endpoint({
    id: 'C02',
    area: 'session',
    summary: 'Who is asking, and what they may do',
    method: 'GET',
    path: '/api/v1/auth/me',
    access: 'token',
    data: sessionStateSchema,
  }),
  signOut: endpoint({
    id: 'C60',
    area: 'session',
    summary: 'End this session on the server',
    method: 'POST',
    path: '/api/v1/auth/logout',
    access: 'token',
    data: z.literal(true),
  }),
  demoAccounts: endpoint({
    id: 'C61',
    area: 'session',
    summary: 'The demo accounts, on a loopback server that runs with them; else none',
    method: 'GET',
    path: '/api/v1/auth/demo-accounts',
    access: 'public',
    data: z.array(demoAccountSchema),
  }),
  records: endpoint({
    id: 'C55',
    area: 'session',
    summary: 'The records that the caller may open, the own one first',
    method: 'GET',
    path: '/api/v1/records',
    access: 'token',
    data: z.array(z.object({ sfid: idSchema, name: z.string() })),
  }),
};
