import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManagedProcess } from '../processes/managed-process.js';
import { portOpens } from '../processes/ports.js';
import type { Executable } from './find-engine.js';

const DOORBELLS = ['flag.updated.*', 'flag.deleted.*', 'sdk-key.changed.*'];
const COUNTS = 'streams.counted.*';
const READS = 'environments.read.*';
const CHANGES = 'project.changed.*';

/** A subject that nobody says or hears. */
const NOTHING = '_NOTHING';

export interface NatsRights {
  publish: string[];
  subscribe: string[];
  replies: boolean;
}

/** What each service may say and hear on NATS: allow-lists only, each with an inbox of its own. */
export const NATS_RIGHTS: Record<string, NatsRights> = {
  'flags-admin': {
    publish: [...DOORBELLS, 'audit.record', CHANGES],
    subscribe: ['_INBOX_flags-admin.>', COUNTS, READS, CHANGES],
    replies: false,
  },
  'sdk-gateway': { publish: [COUNTS, READS], subscribe: DOORBELLS, replies: false },
  audit: { publish: [], subscribe: ['audit.record'], replies: true },
};

export interface NatsServerOptions {
  executable: Executable;
  dataDir: string;
  logFile: string;
  port: number;
  /** Password by user. */
  passwords: Record<string, string>;
  restart: boolean;
  /** What each user may say and hear. */
  rights: Record<string, NatsRights>;
}

function userBlock(user: string, { publish, subscribe, replies }: NatsRights, passwordText: string): string {
  // An empty list would allow everything, and a deny rule is one more thing that a bug can step around.
  const list = (subjects: string[]) => `{ allow: ${JSON.stringify(subjects.length > 0 ? subjects : [NOTHING])} }`;
  const answers = replies ? ', allow_responses: { max: 1, expires: "10s" }' : '';
  return `{ user: ${JSON.stringify(user)}, password: ${passwordText}, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe)}${answers} } }`;
}

/**
 * The configuration of a NATS that has a client port and nothing else: no monitor, websocket, MQTT, leaf or cluster port.
 * @param passwordText a user's password as the file says it: quoted, or the name of a variable
 */
export function natsConfiguration(
  listen: string,
  passwordText: (user: string) => string,
  rights: Record<string, NatsRights> = NATS_RIGHTS,
): string {
  const users = Object.entries(rights).map(([user, own]) => userBlock(user, own, passwordText(user)));
  return `listen: ${JSON.stringify(listen)}\nserver_name: burgee\nauthorization: { users: [\n  ${users.join('\n  ')}\n] }\n`;
}

export function createNatsServer({
  executable,
  dataDir,
  logFile,
  port,
  passwords,
  restart,
  rights,
}: NatsServerOptions): ManagedProcess {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const configFile = join(dataDir, 'nats.conf');
  const passwordText = (user: string) => JSON.stringify(passwords[user] ?? '');
  writeFileSync(configFile, natsConfiguration(`127.0.0.1:${port}`, passwordText, rights), { mode: 0o600 });
  return new ManagedProcess(
    {
      name: 'nats',
      command: executable.command,
      args: ['-c', configFile],
      env: executable.env,
      cwd: dataDir,
      logFile,
      stopSignal: 'SIGTERM',
      ready: () => portOpens(port),
    },
    { restart },
  );
}
