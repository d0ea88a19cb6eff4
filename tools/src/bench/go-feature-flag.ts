import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort, ManagedProcess } from '@burgee/launcher';
import { eventually } from '@burgee/testing';
import { ROOT } from '../start/settings.js';
import { Load } from './stream-load.js';

const execute = promisify(execFile);

const MODULE = 'github.com/thomaspoignant/go-feature-flag';
const VERSION = 'v1.40.0';
const ADMIN_KEY = 'bench';
const READY_WITHIN_MILLISECONDS = 60_000;
const OPENED_AT_ONCE = 100;
/** It pings each client every second, counted from when the client came. */
const PING_EVERY_MILLISECONDS = 1_000;
/** In this part of each second clients come, so in this part and a little later they are pinged. */
const OPENED_WITHIN_MILLISECONDS = 250;
const CHANGED_AFTER_MILLISECONDS = 550;
const CHANGED_WITHIN_MILLISECONDS = 50;
/** Of a server's WebSocket frames, which are not masked (RFC 6455). */
const [TEXT, PING] = [0x1, 0x9];
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** GO Feature Flag's relay proxy, whose flags are a file. */
export interface GoFeatureFlag {
  pid: number;
  /** Opens that many WebSockets, of which each receives every change. */
  open: (clients: number) => Promise<Load<Socket>>;
  /** Switches a flag and lets the relay read its file again. @returns when it was asked to, by `performance.now()` */
  toggle: (isEnabled: boolean) => Promise<number>;
  stop: () => Promise<void>;
}

/** Builds the relay in a folder of its own; later calls find it built. @throws when there is no Go toolchain */
async function build(folder: string): Promise<string> {
  const program = join(folder, 'relayproxy');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'go.mod'), `module bench\n\ngo 1.23\n\nrequire ${MODULE} ${VERSION}\n`);
  // `go install` asks for the list of versions as well, which not every proxy has.
  const args = ['build', '-mod=mod', '-o', program, `${MODULE}/cmd/relayproxy`];
  try {
    await execute('go', args, { cwd: folder, maxBuffer: Infinity });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`The Go toolchain (go.dev/dl) is missing, which builds ${MODULE} ${VERSION}.`, { cause: error });
  }
  return program;
}

/** @param enabled which of the flags, given by their index, are on */
function flagFile(enabled: readonly boolean[]): string {
  const flags = enabled.map((on, index) => [
    `flag-${String(index).padStart(3, '0')}`,
    { variations: { on: true, off: false }, defaultRule: { variation: on ? 'on' : 'off' } },
  ]);
  return JSON.stringify(Object.fromEntries(flags));
}

/**
 * Waits until a second is that old. The relay ends (a concurrent write) when it pings a client and sends it a change at
 * once: clients come in one part of each second, and changes are made in another.
 */
async function partOfSecond(from: number, length: number): Promise<void> {
  const phase = (performance.now() - from) % PING_EVERY_MILLISECONDS;
  if (phase < 0 || phase >= length) await delay((2 * PING_EVERY_MILLISECONDS - phase) % PING_EVERY_MILLISECONDS);
}

/** Builds the relay from its module and starts it, with that many flags. */
export async function startGoFeatureFlag(flags: number, logsDir: string): Promise<GoFeatureFlag> {
  const command = await build(join(ROOT, '.burgee', 'go-feature-flag'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const enabled = Array.from({ length: flags }, () => false);
  const [flagsPath, settingsPath] = [join(logsDir, 'flags.json'), join(logsDir, 'go-feature-flag.json')];
  writeFileSync(flagsPath, flagFile(enabled));
  const settings = {
    listen: port,
    hideBanner: true,
    logLevel: 'ERROR',
    pollingInterval: 3_600_000,
    fileFormat: 'json',
    retriever: { kind: 'file', path: flagsPath },
    authorizedKeys: { admin: [ADMIN_KEY] },
  };
  writeFileSync(settingsPath, JSON.stringify(settings));
  const process = new ManagedProcess(
    {
      name: 'GO Feature Flag',
      command,
      args: ['--config', settingsPath],
      logFile: join(logsDir, 'go-feature-flag.log'),
      stopSignal: 'SIGTERM',
      ready: () =>
        eventually(async () => {
          const { ok } = await fetch(`${base}/health`);
          if (!ok) throw new Error('GO Feature Flag is not ready.');
        }, READY_WITHIN_MILLISECONDS),
    },
    { restart: false },
  );
  await process.start();
  const open = async (clients: number) => {
    const load = new Load<Socket>();
    while (load.clients.length < clients) {
      await partOfSecond(0, OPENED_WITHIN_MILLISECONDS);
      const next = Array.from({ length: OPENED_AT_ONCE }, () => openWebSocket(port, () => load.received()));
      load.clients.push(...(await Promise.all(next)));
    }
    return load;
  };
  const toggle = async (isEnabled: boolean) => {
    enabled[0] = isEnabled;
    writeFileSync(flagsPath, flagFile(enabled));
    await partOfSecond(CHANGED_AFTER_MILLISECONDS, CHANGED_WITHIN_MILLISECONDS);
    const askedAt = performance.now();
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const { ok, status } = await fetch(`${base}/admin/v1/retriever/refresh`, { method: 'POST', headers });
    if (!ok) throw new Error(`GO Feature Flag answered ${status}`);
    return askedAt;
  };
  return { pid: process.pid, open, toggle, stop: () => process.stop() };
}

/** Reads whole frames. @returns the bytes that belong to a later one */
function readFrames(bytes: Buffer, onFrame: (opcode: number) => void): Buffer {
  let rest = bytes;
  while (rest.length >= 2) {
    const short = (rest[1] ?? 0) & 0x7f;
    const head = short === 127 ? 10 : short === 126 ? 4 : 2;
    if (rest.length < head) break;
    const length = short === 127 ? Number(rest.readBigUInt64BE(2)) : short === 126 ? rest.readUInt16BE(2) : short;
    if (rest.length < head + length) break;
    onFrame((rest[0] ?? 0) & 0xf);
    rest = rest.subarray(head + length);
  }
  return rest;
}

/** Opens a WebSocket that receives changes, on a bare socket, as the clients of our own streams do. */
async function openWebSocket(port: number, onChange: () => void): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port }).setNoDelay(true);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  socket.write(
    `GET /ws/v1/flag/change HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  const onFrame = (opcode: number) => {
    if (opcode === PING) socket.write(PONG);
    else if (opcode === TEXT) onChange();
  };
  const [answer] = (await once(socket, 'data')) as [Buffer];
  const end = answer.indexOf('\r\n\r\n');
  if (!answer.toString('latin1', 0, end).startsWith('HTTP/1.1 101'))
    throw new Error('GO Feature Flag opened no WebSocket');
  let rest = readFrames(answer.subarray(end + 4), onFrame);
  socket.on('data', (bytes: Buffer) => {
    rest = readFrames(rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes, onFrame);
  });
  return socket;
}
