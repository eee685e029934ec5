import { useMemo } from 'react';
import { bindCommands } from '../commands/index.ts';
import { sharingCommands } from './commands.ts';
import { useSharing } from './use-sharing.ts';

export function useSharingCommands() {
  const sharing = useSharing();
  return useMemo(() => bindCommands(sharingCommands, sharing), [sharing]);
}
