import { createContext, type ReactNode, useContext, useState } from 'react';
import { Router, useSearch } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { HOME } from './vault-search.ts';

/** Reads the query of the address at this moment. */
const ReadQuery = createContext<() => string>(() => location.search);

/** Returns a function that reads the query of the address at the time of its call, as '' or '?…'. */
export const useReadQuery = (): (() => string) => useContext(ReadQuery);

/** Returns the query of the address, as '' or '?…', and renders again when it changes. */
export function useQueryText(): string {
  // Its result has been decoded once, and a parser would decode values with '%' once more.
  useSearch();
  return useReadQuery()();
}

/** Content whose address is in the browser's address bar. */
export function BrowserAddress({ children }: { children: ReactNode }) {
  return (
    <Router
      aroundNav={(navigate, to, options) =>
        // As for a link of the browser, the present address gets no second entry in the history.
        navigate(to, { ...options, replace: options?.replace === true || to === presentAddress() })
      }
    >
      {children}
    </Router>
  );
}

const presentAddress = () => location.pathname + location.search + location.hash;

/** Content whose address is in memory, because the address bar belongs to the portal around it. It has no history. */
export function MemoryAddress({ children }: { children: ReactNode }) {
  const [{ hook, readQuery }] = useState(() => {
    const memory = memoryLocation({ path: HOME, record: true });
    return { hook: memory.hook, readQuery: () => queryOf(memory.history.at(-1) ?? HOME) };
  });
  return (
    <Router hook={hook} aroundNav={(navigate, to) => navigate(to, { replace: true })}>
      <ReadQuery value={readQuery}>{children}</ReadQuery>
    </Router>
  );
}

/** @returns '' or '?…' */
function queryOf(address: string): string {
  const start = address.indexOf('?');
  return start === -1 ? '' : address.slice(start);
}
