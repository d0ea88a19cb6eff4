import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, freePort, portOpens, programsDir, silently } from '@burgee/launcher';
import { eventually } from '@burgee/testing';

const HAPROXY = { name: 'haproxy', program: 'usr/sbin/haproxy' };
export const CHECK_EVERY_MILLISECONDS = 500;

/** What HAProxy sends the requests of one service to: its replicas by name, each with its port on 127.0.0.1. */
export type Backends = Record<string, Record<string, number>>;

export interface Haproxy {
  urlOf: (service: string) => string;
  /** Resolves when HAProxy sends requests to this replica. */
  untilUp: (replica: string) => Promise<void>;
  stop: () => Promise<void>;
}

function configuration(backends: Backends, ports: Record<string, number>, statsPort: number): string {
  const services = Object.entries(backends).map(([service, replicas]) => {
    const servers = Object.entries(replicas).map(([name, port]) => `  server ${name} 127.0.0.1:${port}`);
    return [
      `frontend ${service}-in`,
      `  bind 127.0.0.1:${ports[service]}`,
      `  default_backend ${service}`,
      `backend ${service}`,
      '  option httpchk GET /readyz',
      // A machine that is slow to answer a check is not a service that is not ready.
      '  timeout check 30s',
      `  default-server check inter ${CHECK_EVERY_MILLISECONDS}ms fall 1 rise 1`,
      ...servers,
    ].join('\n');
  });
  return `
global
  maxconn 8000
defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /stats
${services.join('\n')}
`;
}

/** Debian's HAProxy, which asks each replica for /readyz and repeats no request. Unpacked when it is not installed. */
export async function startHaproxy(backends: Backends): Promise<Haproxy> {
  const program = await findProgram(HAPROXY, programsDir(), silently);
  const folder = mkdtempSync(join(tmpdir(), 'burgee-haproxy-'));
  const ports: Record<string, number> = {};
  for (const service of Object.keys(backends)) ports[service] = await freePort();
  const statsPort = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configuration(backends, ports, statsPort));
  const child = spawn(program.command, ['-db', '-q', '-f', file], {
    env: { ...process.env, ...program.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`haproxy ended with ${code}`);
  });
  failed.catch(() => undefined);
  await Promise.race([portOpens(statsPort), failed]);
  return {
    urlOf: (service) => `http://127.0.0.1:${ports[service]}`,
    untilUp: (replica) =>
      eventually(async () => {
        const text = await (await fetch(`http://127.0.0.1:${statsPort}/stats;csv`)).text();
        const rows = text.split('\n').map((line) => line.split(','));
        const status = rows[0]?.indexOf('status') ?? -1;
        const row = rows.find(([, server]) => server === replica);
        if (row?.[status] !== 'UP') throw new Error(`${replica} is ${row?.[status]}`);
      }, 60_000),
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
