import type { Report } from '@burgee/launcher';
import { PASSWORD, aFlag, aProject } from '@burgee/testing';
import { type BenchCluster, startBenchCluster } from '../bench/bench-cluster.js';
import { startUnleashEdge } from '../bench/unleash-edge.js';
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

async function unleashSettings({ url, environment, flag, issueTokens }: Unleash) {
  const { admin, client } = await issueTokens();
  return { kind: 'unleash' as const, url, admin_token: admin, client_token: client, environment, flag };
}

/**
 * Burgee with two sdk-gateways, Unleash on the same Postgres, and Unleash Edge that follows it.
 * @returns how to reach them @throws when there is no Rust toolchain, which builds Unleash Edge
 */
export async function startHere(report: Report): Promise<{ servers: ServerSettings[]; stop: () => Promise<void> }> {
  const started: { stop: () => Promise<void> }[] = [];
  const start = async <T extends { stop: () => Promise<void> }>(name: string, make: () => Promise<T>): Promise<T> => {
    const server = await report(`Starting ${name}`, make);
    started.push(server);
    return server;
  };
  const stop = async () => {
    for (const server of started.toReversed()) await server.stop();
  };
  try {
    const cluster = await start('Burgee', () => startBenchCluster(report, { sdkGateways: 2 }));
    const burgee = await burgeeSettings(cluster);
    const unleash = await start('Unleash', () => startUnleash(cluster.postgresUrl, `${cluster.logsDir}/unleash.log`));
    const settings = await unleashSettings(unleash);
    const edge = await start('Unleash Edge (the first time its build takes some minutes)', () =>
      startUnleashEdge(unleash.url, settings.client_token, `${cluster.logsDir}/unleash-edge.log`),
    );
    return { servers: [burgee, settings, { ...settings, name: 'Unleash Edge', reads: [edge.url] }], stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
