import { useMemo } from 'react';
import { bindCommands } from '../commands/index.ts';
import { uploadCommands } from './commands.ts';
import { useUpload } from './use-upload.ts';

export function useUploadCommands() {
  const tools = useUpload();
  return useMemo(() => bindCommands(uploadCommands, tools), [tools]);
}
