/** The page events that the availability depends on. */
export interface PageEvents {
  isVisible: () => boolean;
  /**
   * Calls the listener when the page is shown or hidden, and when the network is back.
   * @returns an unsubscribe function
   */
  subscribe: (listener: () => void) => () => void;
}

export const browserPage: PageEvents = {
  isVisible: () => document.visibilityState !== 'hidden',
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener);
    addEventListener('online', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      removeEventListener('online', listener);
    };
  },
};
