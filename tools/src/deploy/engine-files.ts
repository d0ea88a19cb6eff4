import { natsConfiguration, redisConfiguration } from '@burgee/launcher';
import { passwordVariable } from './secret-variables.js';

const AGAIN =
  'Made from what each service may do (libs/launcher). Make it again: node tools/dist/deploy/write-engine-files.js';

/** Redis reads no variables, so a shell puts them into the configuration on its way in; nothing lies on a disk. */
function redisScript(): string {
  const password = (user: string) => `>\${${passwordVariable('redis', user)}:?}`;
  const configuration = redisConfiguration(['port 6379', 'bind * -::*'], password);
  return `#!/bin/sh\n# ${AGAIN}\nexec redis-server - <<END\n${configuration}END\n`;
}

function natsFile(): string {
  return `# ${AGAIN}\n` + natsConfiguration('0.0.0.0:4222', (user) => `$${passwordVariable('nats', user)}`);
}

/** What the engines of docker-compose.yml are given, by its path. */
export const engineFiles = (): Record<string, string> => ({
  'deploy/redis.sh': redisScript(),
  'deploy/nats.conf': natsFile(),
});
