import { useMemo } from 'react';
import { bindCommands } from '../commands/index.ts';
import { detailsCommands } from './commands.ts';
import { useDetails } from './use-details.ts';

export function useDetailsCommands() {
  const tools = useDetails();
  return useMemo(() => bindCommands(detailsCommands, tools), [tools]);
}
