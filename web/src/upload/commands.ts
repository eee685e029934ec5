import { UploadOutlined } from '@ant-design/icons';
import type { FileCommand } from '../commands/index.ts';
import { uploadCommandTexts } from './texts.ts';
import type { Upload } from './use-upload.ts';

export const uploadCommands: readonly FileCommand<Upload>[] = [
  {
    id: 'upload',
    label: uploadCommandTexts.upload,
    icon: UploadOutlined,
    isVisible: ({ abilities }) => abilities.create,
    isDisabled: ({ folder }) => folder === null,
    perform: ({ folder }, upload) =>
      folder && upload.open({ folder: { sfid: folder.id, path: folder.path } }),
  },
];
