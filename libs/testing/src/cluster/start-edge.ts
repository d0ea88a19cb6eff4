import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, guardFolder, type ServiceSpec, serviceProcess } from '@burgee/launcher';
import { TestService } from '../faults/parts.js';

/** An edge in a process of its own. */
export interface RunningEdge {
  url: string;
  opsUrl: string;
  /** The folder of its last known good files. */
  dataDir: string;
  process: TestService;
  /** Stops it, and removes its data folder unless the caller passed one. */
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
  const name = `edge-${port}`;
  const spec: ServiceSpec = { name, app: 'edge', port, opsPort, env };
  const edge = serviceProcess(process.cwd(), logs, spec, false);
  const scheme = settings.TLS_CERT === undefined ? 'http' : 'https';
  const url = `${scheme}://127.0.0.1:${port}`;
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const service = new TestService({ name, url, opsUrl, process: edge, spec });
  const stop = async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
    release();
  };
  try {
    await edge.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, opsUrl, dataDir, process: service, stop };
}
