import { spawn } from 'node:child_process';
import { DATABASE_APPS, type DatabaseApp, databasePasswordSetting } from '@burgee/contracts/wire';
import type { TestCluster, TestService } from '@burgee/testing';

export interface Ended {
  code: number | null;
  output: string;
}

export async function run(script: string, words: string[], env: Record<string, string | undefined>): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...words], { env: { PATH: process.env.PATH, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

/** Runs an operator's command. */
export const operate = (words: string[], env: Record<string, string>): Promise<Ended> =>
  run('apps/operator/dist/main.js', ['--output', 'text', ...words], env);

/** Which service has the password of a role, and in which setting. */
const HOLDERS: Record<DatabaseApp, [service: string, setting: string]> = {
  auth: ['auth', 'DATABASE_URL'],
  'flags-admin': ['flags-admin', 'DATABASE_URL'],
  'sdk-gateway': ['sdk-gateway-1', 'DATABASE_URL'],
  audit: ['audit', 'DATABASE_URL'],
  'audit-maintenance': ['audit', 'DATABASE_URL_MAINTENANCE'],
  usage: ['usage', 'DATABASE_URL'],
};

/** Calls a command on the database of a cluster, as its owner. */
export function backupCommand({ databaseUrl, services }: TestCluster, ...words: string[]): Promise<Ended> {
  const passwords = DATABASE_APPS.map((app) => {
    const [service, setting] = HOLDERS[app];
    const { password } = new URL(services[service]!.setting(setting));
    return [databasePasswordSetting(app), password];
  });
  return operate(words, { DATABASE_URL: databaseUrl, ...Object.fromEntries(passwords) });
}

const users = (cluster: TestCluster): TestService[] =>
  Object.values(cluster.services).filter((service) => service.setting('DATABASE_URL') !== '');

export async function stopServices(cluster: TestCluster): Promise<void> {
  await Promise.all(users(cluster).map((service) => service.stop()));
}

export async function startServices(cluster: TestCluster): Promise<void> {
  await Promise.all(users(cluster).map((service) => service.start()));
}
