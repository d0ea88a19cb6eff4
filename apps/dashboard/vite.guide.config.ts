import { defineConfig } from 'vite';
import { guidePages } from './build/guide/guide-plugin.ts';
import { precompress } from './build/precompress.ts';

/** The guide: a build of its own, because its pages share no code with the dashboard and change with the docs. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [guidePages(), precompress()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: 'guide/guide.ts' },
  },
});
