import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { sessionGate } from '../api/index.ts';
import { backLayers } from '../kit/index.ts';
import { followActivity, refreshSession, renewInTime } from '../session/index.ts';
import { followSession } from './session/follow-session.ts';
import { preventFileNavigation } from './prevent-file-navigation.ts';
import { createQueryClient, followAvailability } from './query-client.ts';
import { Routes } from './routes.tsx';
import { SessionCover } from './session/session-cover.tsx';
import { ThemeProvider } from './theme/theme.tsx';
import { BrowserAddress, useToast } from '../shared/index.ts';
import { ToastProvider } from './toasts/toasts.tsx';

/** The standalone vault: all providers and the routes. */
export function App() {
  return (
    <ThemeProvider>
      <ToastProvider>
        <RoutedApp />
      </ToastProvider>
    </ThemeProvider>
  );
}

function RoutedApp() {
  const toast = useToast();
  const [queryClient] = useState(() => createQueryClient(toast.error));
  useEffect(preventFileNavigation, []);
  // A renewed token may have other permissions, so the session is loaded again.
  useEffect(() => renewInTime(() => void refreshSession(queryClient)), [queryClient]);
  useEffect(followActivity, []);
  useEffect(() => backLayers().start(window), []);
  useEffect(() => followAvailability(queryClient), [queryClient]);
  useEffect(() => followSession(queryClient), [queryClient]);
  const isCovered = useStore(sessionGate.state, ({ isClosed }) => isClosed);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserAddress>
        <Routes />
      </BrowserAddress>
      {isCovered && <SessionCover />}
    </QueryClientProvider>
  );
}
