import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { removeParts } from '@burgee/flag-serving';
import { stopTracing } from '@burgee/process-kit';
import type { Logger } from 'pino';
import type { EdgeConfig } from './config.js';
import { type Edge, startEdge } from './edge.js';
import { restore } from './snapshot-file/restore.js';
import { writeSnapshot } from './snapshot-file/snapshot-file.js';
import { UpstreamError } from './upstream/upstream-error.js';

const say = (text: string) => process.stdout.write(`${text}\n`);

function end(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

const ADVICE: Partial<Record<string, string>> = {
  loop: 'An edge that follows itself never has anything to serve: give it the address of Burgee, or of another edge.',
  unsupported: 'It has to be a Burgee of this version or later, or an edge: give its public address.',
  EADDRINUSE: 'Another process listens there: choose other ports with --port and --ops-port.',
  EACCES: 'This process may not do that: choose other ports, or another folder with --data.',
};

/** The message for a person when an edge cannot start. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  const advice = ADVICE[error instanceof UpstreamError ? error.fault : (code ?? '')];
  return [`The edge cannot start. ${message}`, advice].filter(Boolean).join('\n');
}

/** The first line of output: the environments, the upstream, and how current they are. */
function firstLine({ cached }: Edge, { HOST, PORT, OPS_PORT, upstreamUrls, tls }: EdgeConfig): string {
  const all = [...cached.ids()].flatMap((id) => cached.get(id) ?? []);
  const current = all.filter(({ isCurrent }) => isCurrent).length;
  const stored = all.filter(({ isCurrent, set }) => !isCurrent && set);
  const environments = all.length === 1 ? '1 environment' : `${all.length} environments`;
  const oldest = new Date(Math.min(...stored.map(({ heardAt }) => heardAt)));
  const state =
    all.length > 0 && current === all.length
      ? `${environments} of ${upstreamUrls[0]}`
      : stored.length > 0
        ? `${environments}; ${upstreamUrls[0]} is silent, answering as of ${oldest.toISOString()}, marked stale`
        : all.length === 0
          ? `waiting for ${upstreamUrls[0]}`
          : `${environments}; ${upstreamUrls[0]} is silent, and there is nothing to answer from yet`;
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  return `Burgee edge on ${tls ? 'https' : 'http'}://${host === '127.0.0.1' ? 'localhost' : host}:${PORT}: ${state}. Status: http://localhost:${OPS_PORT}/status`;
}

function stopOnSignal(edge: Edge, config: EdgeConfig, logger: Logger): void {
  let isStopping = false;
  const stop = async (reason: string) => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'stopping');
    await delay(config.SHUTDOWN_DELAY_SECONDS * 1_000);
    await edge.stop();
    await stopTracing();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // The launcher that started this process is gone.
  process.on('disconnect', () => void stop('launcher gone'));
}

/** Runs an edge until it is stopped. Prints the reason when it cannot start. */
export async function run(config: EdgeConfig, logger: Logger): Promise<void> {
  process.on('unhandledRejection', (error) => {
    logger.error({ err: error }, 'unhandled rejection');
    process.exit(1);
  });
  try {
    const folder = resolve(config.LAST_KNOWN_GOOD_DIR);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeParts(folder);
    const edge = await startEdge(config, restore(config, logger), logger, (error) => end(reasonOf(error)));
    if (edge.isRefused)
      end(
        `The edge cannot start. ${config.upstreamUrls[0]} refuses its SDK keys. Copy the present ones from the dashboard: --key KEY`,
      );
    if (config.WRITE_SNAPSHOT !== undefined) {
      const count = await writeSnapshot(config.WRITE_SNAPSHOT, edge.cached);
      if (count === 0) {
        rmSync(config.WRITE_SNAPSHOT, { force: true });
        end(`No snapshot is written: ${config.upstreamUrls[0]} does not answer.`);
      }
      say(
        `${config.WRITE_SNAPSHOT}: ${count === 1 ? '1 environment' : `${count} environments`}, readable by you alone.`,
      );
      process.exit(0);
    }
    await edge.listen();
    say(firstLine(edge, config));
    stopOnSignal(edge, config, logger);
    process.send?.('ready');
  } catch (error) {
    end(reasonOf(error));
  }
}
