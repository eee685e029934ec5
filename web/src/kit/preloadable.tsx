import { lazy, useEffect, useState, type ComponentType } from 'react';
import { afterFirstView } from './first-view.ts';

/**
 * Creates a component whose code is loaded when it is first rendered, or earlier by `preload`. A preloaded component
 * renders immediately. `lazy` alone would suspend even then, and React would show the content 300 ms late. Loading that failed is
 * tried again when the component is mounted the next time.
 * @param load imports the component
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<void> => {
    loaded = await load();
  };
  // React keeps the error of a lazy component, so each attempt needs a new one.
  const nextAttempt = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        Lazy = nextAttempt();
        throw error;
      }
    });
  let Lazy = nextAttempt();
  function Preloadable(props: Props) {
    // The choice stays the same until the component unmounts, because a change would lose the state of the content.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}

/** Loads the code of a component after the first view, when the browser is idle. A failure is ignored: it is shown when the component is rendered. */
export function usePreload({ preload }: { preload: () => Promise<void> }): void {
  useEffect(() => afterFirstView(() => void preload().catch(() => undefined)), [preload]);
}
