import { connect } from 'node:net';
import { natsServers, redisServer } from '@burgee/process-kit';
import type { StartSettings } from './settings.js';

interface Host {
  host: string;
  port: number;
}

const ANSWERS_WITHIN_MILLISECONDS = 2_000;

/** Why a host accepts no connection; undefined when it does. */
function refusalBy({ host, port }: Host): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (why?: string) => {
      socket.destroy();
      resolve(why && `${host}:${port}: ${why}`);
    };
    socket.setTimeout(ANSWERS_WITHIN_MILLISECONDS, () => end('no answer'));
    socket.once('connect', () => end());
    socket.once('error', ({ code = 'unreachable' }: NodeJS.ErrnoException) => end(code));
  });
}

function redisHosts(url: string): Host[] {
  return redisServer(url).hosts.map(({ host, port }) => ({ host, port: Number(port) }));
}

function natsHosts(url: string): Host[] {
  const places = natsServers(url).servers.map((server) => new URL(`nats://${server}`));
  return places.map(({ hostname, port }) => ({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }));
}

/** When Postgres does not answer and nothing starts: a line for each of your other engines that does not answer. */
export async function describeOtherSilentEngines({
  REDIS_URL,
  NATS_URL,
}: Pick<StartSettings, 'REDIS_URL' | 'NATS_URL'>): Promise<string[]> {
  const engines: [string, Host[]][] = [
    ['redis', REDIS_URL ? redisHosts(REDIS_URL) : []],
    ['nats', NATS_URL ? natsHosts(NATS_URL) : []],
  ];
  const lines = engines.map(async ([name, hosts]) => {
    const refusals = await Promise.all(hosts.map(refusalBy));
    const isSilent = hosts.length > 0 && !refusals.includes(undefined);
    return isSilent ? [`${name} does not answer either (${refusals.join(', ')}).`] : [];
  });
  return (await Promise.all(lines)).flat();
}
