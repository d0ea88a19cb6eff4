import { natsConfiguration, redisConfiguration } from '@burgee/launcher';
import { passwordVariable } from '@burgee/launcher/secrets';

const ORIGIN =
  'Generated from the permissions in libs/contracts. To generate it again: node tools/dist/deploy/write-engine-files.js';

/** Redis reads no variables, so a shell fills them in and pipes the configuration to Redis; no password is written to disk. */
function redisScript(): string {
  const password = (user: string) => `>\${${passwordVariable('redis', user)}:?}`;
  const configuration = redisConfiguration(['port 6379', 'bind * -::*'], password);
  return `#!/bin/sh\n# ${ORIGIN}\nexec redis-server - <<END\n${configuration}END\n`;
}

function natsFile(): string {
  return `# ${ORIGIN}\n` + natsConfiguration('0.0.0.0:4222', (user) => `$${passwordVariable('nats', user)}`);
}

/** The configuration files of the engines of docker-compose.yml, by path. */
export const engineFiles = (): Record<string, string> => ({
  'deploy/redis.sh': redisScript(),
  'deploy/nats.conf': natsFile(),
});
