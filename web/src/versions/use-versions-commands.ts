import { useMemo } from 'react';
import { bindCommands } from '../commands/index.ts';
import { versionsCommands } from './commands.ts';
import { useVersions } from './use-versions.ts';

export function useVersionsCommands() {
  const tools = useVersions();
  return useMemo(() => bindCommands(versionsCommands, tools), [tools]);
}
