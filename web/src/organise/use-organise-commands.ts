import { useMemo } from 'react';
import { bindCommands } from '../commands/index.ts';
import { organiseCommands } from './commands.ts';
import { useOrganise } from './use-organise.ts';

export function useOrganiseCommands() {
  const organise = useOrganise();
  return useMemo(() => bindCommands(organiseCommands, organise), [organise]);
}
