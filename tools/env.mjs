import { parseArgs } from 'node:util';
import { bootstrap, main } from './bootstrap.mjs';

const options = { force: { type: 'boolean' }, kubernetes: { type: 'boolean' } };

await main(async () => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const file = positionals[0] ?? '.env';
  // What is printed is piped to kubectl.
  const print = console.log;
  if (values.kubernetes) console.log = console.error;
  await bootstrap();
  if (values.kubernetes) {
    const { kubernetesSecret } = await import('./dist/deploy/kubernetes-secret.js');
    print(kubernetesSecret(file));
    return;
  }
  const { writeEnvFile } = await import('./dist/deploy/env-file.js');
  writeEnvFile(file, values);
});
