import { createPostgresTemplate } from '@burgee/testing';
import { serve } from './serve.mjs';

await serve(async () => {
  const { template, remove } = await createPostgresTemplate(process.cwd());
  return { env: { BURGEE_POSTGRES_TEMPLATE: JSON.stringify(template) }, stop: remove };
});
