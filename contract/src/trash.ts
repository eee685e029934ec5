import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_SELECTION } from './limits.ts';
import { idSchema } from './shapes.ts';

export const trash = {
  restore: endpoint({
    id: 'C37',
    area: 'trash',
    summary: 'Bring items back to where they were; missing folders are made anew (D-25, D-26)',
    method: 'POST',
    path: '/api/v2/services/file-system/vault/trash-items/restore',
    access: 'edit',
    body: z.array(idSchema).min(1).max(MAX_SELECTION),
    data: z.literal(true),
  }),
};
