import { type BurgeeSettings, burgeeServer } from './burgee-server.js';
import type { FlagServer } from './flag-server.js';
import { type OfrepSettings, ofrepServer } from './ofrep-server.js';
import { type UnleashSettings, unleashServer } from './unleash-server.js';

export type ServerSettings =
  | ({ kind: 'burgee' } & BurgeeSettings)
  | ({ kind: 'unleash' } & UnleashSettings)
  | ({ kind: 'ofrep' } & OfrepSettings);

const NEEDED: Record<string, readonly string[]> = {
  burgee: ['url', 'email', 'password', 'project', 'environment', 'flag'],
  unleash: ['url', 'admin_token', 'client_token', 'environment', 'flag'],
  ofrep: ['url', 'flag', 'on', 'off'],
};

/** @returns what a file of servers says @throws a sentence that tells what is wrong with it */
export function parseServers(text: string): ServerSettings[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed) || parsed.length === 0) throw new Error('The file has to be a JSON array of servers.');
  for (const [index, server] of (parsed as Record<string, unknown>[]).entries()) {
    const needed = NEEDED[String(server?.kind)];
    if (!needed)
      throw new Error(`Server ${index + 1} is of no known kind: it is one of ${Object.keys(NEEDED).join(', ')}.`);
    // BURGEE_TOKEN stands for the account, so that the file needs no password.
    if (server.kind === 'burgee' && !server.email && process.env.BURGEE_TOKEN) server.token = process.env.BURGEE_TOKEN;
    const isOfAccount = (name: string) => name === 'email' || name === 'password';
    const missing = needed.filter((name) => !server[name] && !(server.token && isOfAccount(name)));
    if (missing.length > 0) throw new Error(`Server ${index + 1} (${server.kind}) lacks ${missing.join(', ')}.`);
  }
  return parsed as ServerSettings[];
}

/** Signs in where that is needed. */
export async function connectServer(settings: ServerSettings): Promise<FlagServer> {
  if (settings.kind === 'burgee') return burgeeServer(settings);
  return settings.kind === 'unleash' ? unleashServer(settings) : ofrepServer(settings);
}
