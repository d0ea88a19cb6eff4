import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * The one measure of a library's size: bundled and minified by esbuild, compressed by gzip -9.
 * @param file its entry
 * @returns bytes
 */
export async function measureSize(file: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    external: ['node:*'],
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}
