import * as z from 'zod';
import { endpoint, nameCalls } from './endpoint.ts';
import { idSchema, pathIdSchema } from './shapes.ts';

/** DATA-03: a folder of the tree with its sub-folders, sorted by name. */
export interface TreeNode {
  sfid: string;
  name: string;
  children: TreeNode[];
  folderPath: string;
  /** path of the parent; parentFolderSfid is its id (T-42) */
  parentFolder: string;
  parentFolderSfid: string;
  isRootFolder: boolean;
  size: number;
}
export const treeNodeSchema: z.ZodType<TreeNode> = z
  .object({
    sfid: idSchema,
    name: z.string(),
    get children() {
      return z.array(treeNodeSchema);
    },
    folderPath: z.string(),
    parentFolder: z.string(),
    parentFolderSfid: idSchema,
    isRootFolder: z.boolean(),
    size: z.number().int(),
  })
  .meta({ id: 'TreeNode' });

export const tree = nameCalls('tree', {
  folders: endpoint({
    id: 'C04',
    summary: 'Get the folder tree of a record, without the root itself',
    method: 'GET',
    path: '/api/v1/services/file-system/folders/:recordId',
    access: 'read',
    record: { in: 'params', field: 'recordId' },
    params: z.object({ recordId: pathIdSchema }),
    data: z.object({
      folderTree: z.array(treeNodeSchema),
      rootFolderSfid: idSchema,
      rootSize: z.number().int().describe('bytes of all live files of the record (FILES-23)'),
    }),
  }),
});
