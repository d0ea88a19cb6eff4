import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, guardFolder, type ManagedProcess, serviceProcess } from '@burgee/launcher';

/** An edge in a process of its own. */
export interface RunningEdge {
  url: string;
  opsUrl: string;
  /** Where it keeps what the upstream said. */
  dataDir: string;
  process: ManagedProcess;
  /** Ends it, and removes what it kept unless that was given. */
  stop: () => Promise<void>;
}

/** @param settings what it follows, and with which keys @throws with what it says when it does not start */
export async function startEdge(settings: Record<string, string>): Promise<RunningEdge> {
  const [port = 0, opsPort = 0] = await freePorts(2);
  const folder = mkdtempSync(join(tmpdir(), 'burgee-edge-'));
  const release = guardFolder(folder);
  const dataDir = settings.LAST_KNOWN_GOOD_DIR ?? join(folder, 'data');
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const env = {
    PORT: String(port),
    OPS_PORT: String(opsPort),
    NODE_ENV: 'production',
    LOG_LEVEL: 'debug',
    STREAM_DRAIN_SECONDS: '0',
    LAST_KNOWN_GOOD_DIR: dataDir,
    ...settings,
  };
  const edge = serviceProcess(process.cwd(), logs, { name: `edge-${port}`, app: 'edge', port, opsPort, env }, false);
  const stop = async () => {
    await edge.stop();
    await rm(folder, { recursive: true, force: true });
    release();
  };
  try {
    await edge.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const scheme = settings.TLS_CERT === undefined ? 'http' : 'https';
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    dataDir,
    process: edge,
    stop,
  };
}
