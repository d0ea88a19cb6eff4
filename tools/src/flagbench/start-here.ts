import type { Report } from '@burgee/launcher';
import { PASSWORD, aFlag, aProject } from '@burgee/testing';
import { type BenchCluster, startBenchCluster } from '../bench/bench-cluster.js';
import { startUnleash, type Unleash } from '../bench/unleash.js';
import type { ServerSettings } from './servers-file.js';

const FLAG = 'new-checkout';

async function burgeeSettings({ gatewayUrl, gateways }: BenchCluster): Promise<ServerSettings> {
  const name = 'Flagbench';
  const project = await aProject(gatewayUrl, { name });
  await aFlag(project, { key: FLAG });
  const { email } = project.owner;
  const reads = gateways.map(({ url }) => url);
  return {
    kind: 'burgee',
    url: gatewayUrl,
    email,
    password: PASSWORD,
    project: name,
    environment: project.development.name,
    flag: FLAG,
    reads,
  };
}

async function unleashSettings({ url, environment, flag, issueTokens }: Unleash): Promise<ServerSettings> {
  const { admin, client } = await issueTokens();
  return { kind: 'unleash', url, admin_token: admin, client_token: client, environment, flag };
}

/** Burgee with two sdk-gateways and Unleash, on the same Postgres. @returns how to reach them */
export async function startHere(report: Report): Promise<{ servers: ServerSettings[]; stop: () => Promise<void> }> {
  const cluster = await report('Starting Burgee', () => startBenchCluster(report, { sdkGateways: 2 }));
  let unleash: Unleash | undefined;
  const stop = async () => {
    await unleash?.stop();
    await cluster.stop();
  };
  try {
    const burgee = await burgeeSettings(cluster);
    unleash = await report('Starting Unleash', () =>
      startUnleash(cluster.postgresUrl, `${cluster.logsDir}/unleash.log`),
    );
    return { servers: [burgee, await unleashSettings(unleash)], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
