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
  const { readEnvFile, writeEnvFile } = await import('./dist/deploy/env-file.js');
  if (!values.kubernetes) return writeEnvFile(file, values);
  const { kubernetesSecret } = await import('@burgee/launcher/secrets');
  return print(kubernetesSecret(readEnvFile(file)));
});
