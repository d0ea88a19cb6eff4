import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineStyles } from './build/mantine-styles.ts';
import { precompress } from './build/precompress.ts';
import { themeVariables } from './build/theme-variables.ts';

/** Where a Burgee listens that `vite dev` passes API calls on to. */
const BURGEE = 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), mantineStyles(), themeVariables(), precompress()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // An image in a data: address would be one more thing for the CSP to allow.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
  },
  server: { proxy: { '/api': BURGEE, '/docs': BURGEE, '/openapi.json': BURGEE } },
});
