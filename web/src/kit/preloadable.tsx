import { createContext, lazy, use, useEffect, useState, type ComponentType } from 'react';
import { afterFirstView } from './first-view.ts';

/**
 * The number of the attempt to load code. React renders a component again whose code failed to load, so only a new number leads to
 * a new attempt; it comes from where the failure is shown.
 */
export const LoadAttempt = createContext(0);

/**
 * Creates a component whose code is loaded when it is first rendered, or earlier by `preload`. A preloaded component
 * renders immediately. `lazy` alone would suspend even then, and React would show the content 300 ms late.
 * @param load imports the component
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<void> => {
    loaded = await load();
  };
  const attempts: ComponentType<Props>[] = [];
  const componentOf = (attempt: number): ComponentType<Props> =>
    loaded ?? (attempts[attempt] ??= lazy(async () => ({ default: await load() })));
  function Preloadable(props: Props) {
    // The choice stays the same until the component unmounts, because a change would lose the state of the content.
    const attempt = use(LoadAttempt);
    const [Component] = useState(() => componentOf(attempt));
    return <Component {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}

/** Loads the code of a component after the first view, when the browser is idle. A failure is ignored: it is shown when the component is rendered. */
export function usePreload({ preload }: { preload: () => Promise<void> }): void {
  useEffect(() => afterFirstView(() => void preload().catch(() => undefined)), [preload]);
}
