import { useMemo } from 'react';
import { bindCommands } from '../commands/index.ts';
import { downloadCommands } from './commands.ts';
import { useDownload } from './use-download.ts';

export function useDownloadCommands() {
  const tools = useDownload();
  return useMemo(() => bindCommands(downloadCommands, tools), [tools]);
}
