import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks, inputs } from './build/chunks.ts';
import { fontLicense } from './build/font-license.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { precompress } from './build/precompress.ts';
import { screenFiles } from './build/screen-files.ts';
import { themeVariables } from './build/theme-variables.ts';

/** The Burgee to which `vite dev` forwards API calls. */
const BURGEE = 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), mantineStyles(), themeVariables(), fontLicense(), screenFiles(), precompress()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The CSP would have to allow images in data: addresses.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    rolldownOptions: { input: inputs, output: { codeSplitting: chunks } },
  },
  server: { proxy: { '/api': BURGEE, '/docs': BURGEE, '/guide': BURGEE, '/openapi.json': BURGEE } },
});
