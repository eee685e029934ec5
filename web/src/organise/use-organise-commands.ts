import { useMemo } from 'react';
import { bindCommands } from '../commands/index.ts';
import { organiseCommands } from './commands.ts';
import { useOrganise } from './use-organise.ts';

/** Returns the commands of this area. @param clearSelection called after Duplicate (USE-21) */
export function useOrganiseCommands(clearSelection: () => void) {
  const organise = useOrganise();
  return useMemo(
    () => bindCommands(organiseCommands, { ...organise, clearSelection }),
    [organise, clearSelection],
  );
}
