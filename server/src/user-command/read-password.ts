import { createInterface } from 'node:readline/promises';
import type { ReadStream } from 'node:tty';
import { type FirmNames, newPasswordProblems } from '../session/index.ts';
import { UsageError } from './usage.ts';

/** The source of a password and the stream for prompts. */
export interface Terminal {
  input: NodeJS.ReadStream;
  /** stream for prompts, so that the output can be redirected */
  questions: NodeJS.WritableStream;
}

/**
 * Reads a new password: typed twice at a terminal without echo, or the first line of piped input.
 * @param firm the settings with names of the firm
 * @param personNames names and e-mail addresses of its person
 * @throws UsageError when it is missing or weak (GUARD-20)
 */
export async function readPassword(
  { input, questions }: Terminal,
  firm: FirmNames,
  personNames: readonly string[],
): Promise<string> {
  const password = input.isTTY ? await askTwice(input, questions) : await firstLine(input);
  const [problem] = await newPasswordProblems(firm, [{ password, personNames }]);
  if (problem) throw new UsageError(problem);
  return password;
}

/** Reads a password that exists already, in the same ways. @param question for the terminal */
export const readExistingPassword = ({ input, questions }: Terminal, question: string): Promise<string> =>
  input.isTTY ? ask(question, input, questions) : firstLine(input);

async function firstLine(input: NodeJS.ReadStream): Promise<string> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
    input.destroy();
  }
}

async function askTwice(input: ReadStream, questions: NodeJS.WritableStream): Promise<string> {
  const password = await ask('New password: ', input, questions);
  if ((await ask('Again: ', input, questions)) !== password) {
    throw new UsageError('The passwords are not the same.');
  }
  return password;
}

const ENTER = new Set(['\r', '\n', '\u0004']);
const ERASE = new Set(['\u007F', '\b']);

/** Reads one line without echo. */
function ask(question: string, input: ReadStream, questions: NodeJS.WritableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    const typed: string[] = [];
    const end = () => {
      input.off('data', read).setRawMode(false).pause();
      questions.write('\n');
    };
    const read = (chunk: string) => {
      for (const character of chunk) {
        if (character === '\u0003') {
          end();
          return reject(new UsageError('Cancelled. Nothing was changed.'));
        }
        if (ENTER.has(character)) {
          end();
          return resolve(typed.join(''));
        }
        if (ERASE.has(character)) typed.pop();
        else typed.push(character);
      }
    };
    // The echo is disabled before the prompt, so that a fast answer is not shown either.
    input.setEncoding('utf8').setRawMode(true).resume().on('data', read);
    questions.write(question);
  });
}
