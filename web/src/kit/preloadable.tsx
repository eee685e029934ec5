import { lazy, useEffect, useState, type ComponentType } from 'react';
import { afterFirstView } from './first-view.ts';

/** The code of a component could not be loaded. */
export class LoadFailed extends Error {
  /** lets the next mount of the component load its code again */
  readonly allowRetry: () => void;

  constructor(allowRetry: () => void, options: ErrorOptions) {
    super('The code of a component could not be loaded', options);
    this.allowRetry = allowRetry;
  }
}

/**
 * Creates a component whose code is loaded when it is first rendered, or earlier by `preload`. A preloaded component
 * renders immediately. `lazy` alone would suspend even then, and React would show the content 300 ms late. A failure of
 * `preload` is ignored. A failure while it is rendered is thrown as `LoadFailed` to the boundary above; only when that
 * allows it (LoadBoundary), the code is loaded again, because React renders the failed component more than once.
 * @param load imports the component
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<void> => {
    loaded = await load().catch(() => loaded);
  };
  const nextAttempt = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new LoadFailed(() => (attempt = nextAttempt()), { cause });
      }
    });
  let attempt = nextAttempt();
  function Preloadable(props: Props) {
    // The choice stays the same until the component unmounts, because a change would lose the state of the content.
    const [Component] = useState(() => loaded ?? attempt);
    return <Component {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}

/** Loads the code of a component after the first view, when the browser is idle. */
export function usePreload({ preload }: { preload: () => Promise<void> }): void {
  useEffect(() => afterFirstView(() => void preload()), [preload]);
}
