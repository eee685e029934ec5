import { lazy, useState, type ComponentType } from 'react';

/**
 * A component whose code is loaded when it is first rendered, or earlier by `preload`. After that it renders at once:
 * `lazy` suspends even then, and React shows the content after a fallback 300 ms late.
 * @param load imports the component
 */
export function preloadable<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const preload = async (): Promise<void> => {
    loaded = await load();
  };
  const Lazy = lazy(async () => ({ default: await load() }));
  function Preloadable(props: Props) {
    // The same component until it unmounts: another one would lose its state.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}
