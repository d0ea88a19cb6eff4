import { join } from 'node:path';
import { databaseRole } from '@burgee/contracts/wire';
import { freePorts, serviceProcess } from '@burgee/launcher';
import { CLUSTER_DATABASE } from './postgres-template.js';
import { sharedCluster } from './shared-cluster.js';

/** A second auth next to the shared cluster's, with the same database and keys. */
export interface AnotherAuth {
  url: string;
  opsUrl: string;
  stop: () => Promise<void>;
}

/** @param settings what differs from the settings as shipped */
export async function startAuth(settings: Record<string, string>): Promise<AnotherAuth> {
  const { root, dataDir, postgresUrl, redisUrls, natsUrls, secrets } = sharedCluster();
  const [port = 0, opsPort = 0] = await freePorts(2);
  const databaseUrl = new URL(postgresUrl);
  databaseUrl.username = databaseRole(CLUSTER_DATABASE, 'auth');
  databaseUrl.password = secrets.engines['postgres:auth'] ?? '';
  const env = {
    PORT: String(port),
    OPS_PORT: String(opsPort),
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: redisUrls.auth ?? '',
    NATS_URL: natsUrls.auth ?? '',
    SESSION_PRIVATE_KEY: secrets.SESSION_PRIVATE_KEY,
    SESSION_PUBLIC_KEY: secrets.SESSION_PUBLIC_KEY,
    PASSWORD_PEPPER: secrets.PASSWORD_PEPPER,
    ...settings,
  };
  const spec = { name: `auth-${port}`, app: 'auth', port, opsPort, env };
  const process = serviceProcess(root, join(dataDir, 'logs'), spec, false);
  await process.start();
  return {
    url: `http://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    stop: () => process.stop(),
  };
}
