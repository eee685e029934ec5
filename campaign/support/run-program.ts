import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program of the machine to its end.
 * @returns what it wrote to standard output
 * @throws Error with the end of its output when its exit code is not 0
 */
export async function runProgram(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(cwd && { cwd }) });
  let output = '';
  let problems = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (problems += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return output;
  throw new Error(`${program} ${args[0] ?? ''} ended with ${code}: ${(problems || output).slice(-2_000)}`);
}
