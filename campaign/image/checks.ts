import type { Findings } from '../support/report.ts';
import { type Container, runInside } from './container.ts';

const MAX_BYTES = 450_000_000;
const BUILD_TOOLS = ['gcc', 'g++', 'cc', 'make', 'npm', 'npx', 'python3', 'git'];

/** Checks what NODES-09 says of the image itself. @param size in bytes */
export async function checkImage(container: Container, size: number, findings: Findings): Promise<void> {
  const { User, Volumes } = container.config;
  if (size >= MAX_BYTES) findings.add(`the image has ${size / 1e6} MB`, { allowed: MAX_BYTES });
  if (!/^[1-9]\d*:/.test(User)) findings.add(`the user of the image is '${User}'`, null);
  if (!('/data' in Volumes)) findings.add('/data is not a volume', Volumes);
  const tools = await inShell(
    container,
    `for tool in ${BUILD_TOOLS.join(' ')}; do command -v $tool; done; true`,
  );
  if (tools !== '') findings.add('the image contains build tools', tools);
  const written = await inShell(
    container,
    'for folder in / /etc /vault; do test -w $folder && echo $folder; done; true',
  );
  if (written !== '') findings.add('folders of the image can be written', written);
}

async function inShell(container: Container, script: string): Promise<string> {
  return (await runInside(container, ['sh', '-c', script])).trim();
}
