import { readFileSync } from 'node:fs';

/** Resident bytes of a process by what they are for. */
export interface Resident {
  /** memory of WebAssembly, such as that of the scanner */
  wasm: number;
  /** the main arena of malloc */
  malloc: number;
  /** programs and libraries */
  files: number;
  /** V8's heap and code, stacks, large pieces of malloc */
  other: number;
}

/**
 * V8 reserves at least this after a WebAssembly memory, so that an index outside of it ends in a fault and not in other
 * memory.
 */
const GUARD_BYTES = 2 * 1024 ** 3;
const KIB = 1024;

interface Mapping {
  bytes: number;
  permissions: string;
  name: string;
  residentBytes: number;
}

/** Returns the resident bytes of this process, from the mappings of Linux (`/proc/self/smaps`). */
export function residentBytes(): Resident {
  const mappings = mappingsOf(readFileSync('/proc/self/smaps', 'latin1'));
  const resident = { wasm: 0, malloc: 0, files: 0, other: 0 };
  mappings.forEach((mapping, index) => {
    resident[useOf(mapping, mappings[index + 1])] += mapping.residentBytes;
  });
  return resident;
}

function useOf({ name, permissions }: Mapping, next: Mapping | undefined): keyof Resident {
  if (name === '[heap]') return 'malloc';
  if (name.startsWith('/')) return 'files';
  const isBeforeGuard = next !== undefined && next.permissions.startsWith('---') && next.bytes >= GUARD_BYTES;
  return permissions.startsWith('rw') && isBeforeGuard ? 'wasm' : 'other';
}

/** A mapping begins with a line such as `7f70-7f71 rw-p 0 00:00 0 [heap]`; lines such as `Rss: 4 kB` follow. */
function mappingsOf(smaps: string): Mapping[] {
  const mappings: Mapping[] = [];
  for (const line of smaps.split('\n')) {
    const [, from, to, permissions = '', name = ''] =
      /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ \S+ *(.*)$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined) {
      const bytes = Number(BigInt(`0x${to}`) - BigInt(`0x${from}`));
      mappings.push({ bytes, permissions, name, residentBytes: 0 });
    }
    const [, resident] = /^Rss: +(\d+) kB$/.exec(line) ?? [];
    const last = mappings.at(-1);
    if (resident !== undefined && last !== undefined) last.residentBytes = Number(resident) * KIB;
  }
  return mappings;
}
