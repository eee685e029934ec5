import { Compiler, initSync, type Scanner as YaraScanner } from '@virustotal/yara-x';
import type { RuleFile } from './protocol.ts';

/** A rule file that cannot be compiled; the message contains file and line. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
}
interface WebAssemblyHost {
  Memory: new (size: { initial: number; maximum?: number }) => WebAssemblyMemory;
}

/** The maximum number of matches: a file can contain a pattern a million times, and each match is an object. */
const MAX_MATCHES = 1000;

/** The result of one scan. */
interface Result {
  valid: boolean;
  matches: {
    identifier: string;
    namespace: string;
    patterns: { matches: { offset: number }[] }[];
  }[];
}

/** The matches in some bytes. */
export interface Matches {
  /** the name of a rule that matches; null: none */
  rule: string | null;
  /** the positions of the marks, in any order; null when there are too many */
  marks: number[] | null;
  /** whether one of the words is in the bytes */
  hasWords: boolean;
}

/** What a run of the engine finds beside the rules. */
export interface Finders {
  /** byte sequences whose positions it returns */
  marks: readonly Uint8Array[];
  /** ASCII words in any case */
  words: readonly string[];
}

const MARKS = 'marks';
const WORDS = 'words';

/** Initialises the engine in this thread; once, before any RuleSet. */
export function loadEngine(module: unknown): void {
  reuseScanMemory();
  initSync({ module } as Parameters<typeof initSync>[0]);
}

/**
 * YARA-X 1.20 creates a memory of one page for every scan and never releases it: 64 KiB lost each time (measured over
 * 10,000 scans). Scans of one thread are sequential, so they share one memory, cleared in between. This thread only
 * scans, so the change affects no other code.
 */
function reuseScanMemory(): void {
  const host = (globalThis as unknown as { WebAssembly: WebAssemblyHost }).WebAssembly;
  const Original = host.Memory;
  let shared: WebAssemblyMemory | null = null;
  const Memory = function (size: { initial: number; maximum?: number }): WebAssemblyMemory {
    if (size.initial !== 1 || size.maximum !== 1) return new Original(size);
    if (shared === null) shared = new Original(size);
    else new Uint8Array(shared.buffer).fill(0);
    return shared;
  };
  Memory.prototype = Original.prototype as unknown;
  host.Memory = Memory as unknown as WebAssemblyHost['Memory'];
}

/** Compiled rules. They are released only when their thread ends. */
export class RuleSet {
  /** the number of runs of the engine */
  scans = 0;
  readonly #scanner: YaraScanner;

  /**
   * @param finders null: the scans find nothing beside the rules
   * @throws RuleError for the first wrong file
   */
  constructor(files: readonly RuleFile[], finders: Finders | null = null) {
    const compiler = new Compiler();
    if (finders !== null) {
      compiler.newNamespace(MARKS);
      compiler.addSource(ruleOf(finders.marks.map((mark) => `{ ${Buffer.from(mark).toString('hex')} }`)));
      compiler.newNamespace(WORDS);
      compiler.addSource(ruleOf(finders.words.map((word) => `${JSON.stringify(word)} nocase`)));
    }
    files.forEach((file, index) => {
      // Each file has a separate namespace.
      compiler.newNamespace(`file${index}`);
      try {
        compiler.addSource(file.text);
      } catch (error) {
        throw new RuleError(sentenceOf(file.path, error), { cause: error });
      }
    });
    this.#scanner = compiler.build().scanner();
    this.#scanner.setMaxMatchesPerPattern(MAX_MATCHES);
    compiler.free();
  }

  /** @throws when the engine returns no valid result */
  scan(bytes: Uint8Array): Matches {
    this.scans += 1;
    const { valid, matches } = this.#scanner.scan(bytes) as Result;
    if (!valid) throw new Error('the engine gave no valid result');
    const isRule = ({ namespace }: { namespace: string }) => namespace !== MARKS && namespace !== WORDS;
    const rule = matches.find(isRule)?.identifier ?? null;
    const hasWords = matches.some(({ namespace }) => namespace === WORDS);
    const found = matches.find(({ namespace }) => namespace === MARKS)?.patterns ?? [];
    const isComplete = found.every((pattern) => pattern.matches.length < MAX_MATCHES);
    const offsets = () => found.flatMap((pattern) => pattern.matches.map(({ offset }) => offset));
    return { rule, marks: isComplete ? offsets() : null, hasWords };
  }
}

function ruleOf(patterns: readonly string[]): string {
  const strings = patterns.map((pattern, n) => `$p${n} = ${pattern}`);
  return `rule any_pattern { strings: ${strings.join(' ')} condition: any of them }`;
}

/** Converts an error such as 'error[E001]: syntax error\n --> line:3:9 …  ^^ why' to one sentence. */
function sentenceOf(path: string, error: unknown): string {
  const text = (error as { message?: unknown } | null)?.message;
  const report = typeof text === 'string' ? text : String(error);
  const title = /^error(?:\[\w+\])?: (.+)/.exec(report)?.[1] ?? report.split('\n', 1)[0];
  const line = /--> line:(\d+):/.exec(report)?.[1] ?? '1';
  const detail = /\^+ (.+)/.exec(report)?.[1];
  return `The rule file ${path} cannot be used: line ${line}: ${title}${detail === undefined ? '' : ` (${detail})`}.`;
}
