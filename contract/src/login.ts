import * as z from 'zod';
import { permissionSchema } from './permissions.ts';
import { idSchema } from './shapes.ts';

const userInfoSchema = z.object({
  profile: z.object({ sfid: idSchema, name: z.string(), email: z.string() }),
});

/** PERM-19: the data of the signed-in user for the screens. */
export const sessionStateSchema = z
  .object({ permissions: z.array(permissionSchema), userInfo: userInfoSchema })
  .meta({ id: 'SessionState' });
export type SessionState = z.infer<typeof sessionStateSchema>;

/** A new session. */
export const loginSchema = sessionStateSchema.extend({ accessToken: z.string() }).meta({ id: 'Login' });
export type Login = z.infer<typeof loginSchema>;
