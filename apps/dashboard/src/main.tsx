import 'virtual:mantine-layers.css';
import '@fontsource-variable/geist/wght.css';
import './fonts/fonts.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/notifications/styles.layer.css';
import 'virtual:theme-variables.css';
import './styles.css';
import './outline.css';
import './environment/colors.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SilenceNotice } from './feedback/errors/silence-notice.js';
import { ToastRegion } from './feedback/toasts/toast-region.js';
import { createAppRouter } from './app-router.js';
import { theme } from './theme.js';

const { router, queries } = createAppRouter();
const colorSchemeManager = localStorageColorSchemeManager({ key: 'burgee-color-scheme' });
const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      // Both write a <style>, which the CSP refuses; the build makes files of them: docs/adr/0023-dashboard-without-inline-styles.md.
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <SilenceNotice />
        <ToastRegion />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
