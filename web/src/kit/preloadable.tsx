import { createContext, useContext, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { afterFirstView } from './first-view.ts';

const Placeholder = createContext<ReactNode>(null);

interface WhileLoadingProps {
  show: ReactNode;
  /** a component of `preloadable` */
  children: ReactNode;
}

/** Shows something in the place of a component of `preloadable` while its code is loading; otherwise it is empty. */
export function WhileLoading({ show, children }: WhileLoadingProps) {
  return <Placeholder value={show}>{children}</Placeholder>;
}

/**
 * Creates a component whose code is loaded when it is first rendered, or earlier by `preload`. A preloaded component
 * renders immediately. It does not use Suspense, which shows content up to 300 ms after its code was loaded (SPEED-12).
 * A failure of `preload` is ignored. A failure while it is rendered is thrown as the error of its rendering; when it
 * is mounted again, the code is loaded again (LoadBoundary).
 * @param load imports the component
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<void> => {
    loaded = await load().catch(() => loaded);
  };
  function Preloadable(props: Props): ReactNode {
    const [Content, setContent] = useState(() => loaded);
    const [failure, setFailure] = useState<Error | null>(null);
    const placeholder = useContext(Placeholder);
    useEffect(() => {
      if (Content !== null) return undefined;
      let isMounted = true;
      load().then(
        (component) => {
          loaded = component;
          if (isMounted) setContent(() => component);
        },
        (cause: unknown) => {
          if (isMounted) setFailure(new Error('The code of a component could not be loaded', { cause }));
        },
      );
      return () => {
        isMounted = false;
      };
    }, [Content]);
    if (failure !== null) throw failure;
    return Content === null ? placeholder : <Content {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}

/** Loads the code of a component after the first view, when the browser is idle. */
export function usePreload({ preload }: { preload: () => Promise<void> }): void {
  useEffect(() => afterFirstView(() => void preload()), [preload]);
}
