import { existsSync } from 'node:fs';
import type { Report } from '../report.js';
import { findContainer } from './container.js';
import { onPath } from './debian-packages.js';
import { type EngineSource, engineSources, installAdvice, SERVERS } from './engine-sources.js';
import { EngineMissing, type Executable, NATS, REDIS, unpackProgram } from './find-engine.js';
import { buildNats, builtNats, hasFixedNats } from './find-nats.js';

type Server = 'redis' | 'nats';

async function from(source: EngineSource, server: Server, folder: string, report: Report): Promise<Executable> {
  switch (source) {
    case 'installed':
      return { command: SERVERS[server].map(onPath).find(Boolean) ?? '', env: {} };
    case 'debian':
      return unpackProgram(server === 'redis' ? REDIS : NATS, folder, report);
    case 'go':
      return buildNats(folder, report);
    case 'container':
      return { command: '', env: {}, container: await findContainer(server, report) };
  }
}

/**
 * A Redis or NATS from the first source of this machine that works. Programs are stored under `folder`.
 * @param fixed whether to prefer a NATS with every security fix to the one on PATH
 * @throws EngineMissing with the package to install
 */
export async function findServer(
  server: Server,
  folder: string,
  { report, fixed = false }: { report: Report; fixed?: boolean },
): Promise<Executable> {
  const has = (program: string) => onPath(program) !== undefined || (program === 'go' && existsSync(builtNats(folder)));
  const prefersGo = fixed && server === 'nats' && !(await hasFixedNats());
  const failures: string[] = [];
  for (const source of engineSources(server, { has, prefersGo })) {
    try {
      return await from(source, server, folder, report);
    } catch (error) {
      failures.push(`${source}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
  }
  const name = server === 'redis' ? 'Redis' : 'NATS';
  const tried = failures.length > 0 ? ` Tried ${failures.join('; ')}.` : '';
  throw new EngineMissing(
    `${name} is not on this machine. ${installAdvice(server, { has: (one) => !!onPath(one) })}${tried}`,
  );
}
