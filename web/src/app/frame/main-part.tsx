import type { ReactNode } from 'react';
import { useHost } from '../../shared/index.ts';

/** The main element of the page; a div inside a portal's page, which has its own main element. */
export function MainPart({ className, children }: { className: string | undefined; children: ReactNode }) {
  const Main = useHost() === null ? 'main' : 'div';
  return <Main className={className}>{children}</Main>;
}
