import type { ReactNode } from 'react';
import { useHost } from './host-context.ts';

/** The main part of the page; inside a portal's page, which has one of its own, a plain part of it. */
export function MainPart({ className, children }: { className: string | undefined; children: ReactNode }) {
  const Main = useHost() === null ? 'main' : 'div';
  return <Main className={className}>{children}</Main>;
}
