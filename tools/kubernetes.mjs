import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { tryKubernetes } = await import('./dist/kubernetes/try-kubernetes.js');
  process.exit((await tryKubernetes(ROOT)) ? 0 : 1);
});
