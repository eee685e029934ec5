import { useMemo } from 'react';
import { bindCommands } from '../commands/index.ts';
import { previewCommands } from './commands.ts';
import { usePreview } from './use-preview.ts';

export function usePreviewCommands() {
  const tools = usePreview();
  return useMemo(() => bindCommands(previewCommands, tools), [tools]);
}
