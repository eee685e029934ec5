import { lazy, useState, type ComponentType } from 'react';

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
  const Lazy = lazy(async () => ({ default: await load() }));
  function Preloadable(props: Props) {
    // The choice stays the same until the component unmounts, because a change would lose the state of the content.
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  }
  return Object.assign(Preloadable, { preload });
}
