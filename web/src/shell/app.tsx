import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { onTokenChange } from '../api/index.ts';
import { preventFileNavigation } from './prevent-file-navigation.ts';
import { createQueryClient } from './query-client.ts';
import { createAppRouter } from './router.tsx';
import { ThemeProvider } from './theme.tsx';
import { useToast } from './toast-context.ts';
import { ToastProvider } from './toasts.tsx';

interface AppProps {
  /** SHELL-12: the record to open; the signed-in person's own one when absent */
  recordId?: string;
}

/** The whole vault, for its own page or inside a portal's. */
export function App(props: AppProps) {
  return (
    <ThemeProvider>
      <ToastProvider>
        <RoutedApp {...props} />
      </ToastProvider>
    </ThemeProvider>
  );
}

function RoutedApp({ recordId }: AppProps) {
  const toast = useToast();
  const [queryClient] = useState(() => createQueryClient(toast.error));
  const [router] = useState(() => createAppRouter(recordId));
  useEffect(preventFileNavigation, []);
  // The routes decide by the token where to be.
  useEffect(() => onTokenChange(() => void router.invalidate()), [router]);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
