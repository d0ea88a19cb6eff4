import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Bundles a module and its imports into one script for a browser. Your own build (Vite, webpack, …) does this for you. */
export async function bundle(entry) {
  // To try with another version of React: the folder that holds its node_modules.
  const other = process.env.REACT_FROM;
  const alias = other && {
    'react-dom/client': join(other, 'node_modules', 'react-dom', 'client.js'),
    'react-dom': join(other, 'node_modules', 'react-dom', 'index.js'),
    react: join(other, 'node_modules', 'react', 'index.js'),
  };
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: alias ? { alias } : {},
    transform: { define: { 'process.env.NODE_ENV': JSON.stringify('development') } },
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return output[0].code;
}
