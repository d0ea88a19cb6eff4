import { bootstrap, main, ROOT } from './bootstrap.mjs';

await main(async () => {
  await bootstrap();
  const { tryOpenApi } = await import('./dist/openapi/try-openapi.js');
  if (!(await tryOpenApi(ROOT))) process.exit(1);
});
