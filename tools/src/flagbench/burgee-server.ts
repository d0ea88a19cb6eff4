import { createClient } from '@burgee/sdk';
import { fetchJson, type FlagServer } from './flag-server.js';

export interface BurgeeSettings {
  name?: string;
  url: string;
  email: string;
  password: string;
  /** The name of the project. */
  project: string;
  /** The name of the environment. */
  environment: string;
  flag: string;
  /** sdk-gateways or edges; by default the address itself. */
  reads?: readonly string[];
}

interface Environment {
  id: string;
  name: string;
  sdk_key: string;
}

const PAGE = 1_000;

function find<T extends object>(rows: readonly T[], field: keyof T & string, value: string, what: string): T {
  const found = rows.find((row) => row[field] === value);
  if (!found) throw new Error(`Burgee has no ${what} ${value} for this account.`);
  return found;
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`Burgee answered ${answer.status} to the sign-in of ${email}.`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** Through the dashboard's API and the client library. */
export async function burgeeServer(settings: BurgeeSettings): Promise<FlagServer> {
  const { url, email, password, flag, reads = [url] } = settings;
  const headers = { cookie: await signIn(url, email, password), 'content-type': 'application/json' };
  const projects = (await fetchJson(`${url}/api/projects`, { headers })) as { id: string; name: string }[];
  const { id } = find(projects, 'name', settings.project, 'project');
  const { environments } = (await fetchJson(`${url}/api/projects/${id}`, { headers })) as {
    environments: Environment[];
  };
  const environment = find(environments, 'name', settings.environment, 'environment');
  const search = new URLSearchParams({ search: flag, limit: String(PAGE) });
  const flags = (await fetchJson(`${url}/api/projects/${id}/flags?${search}`, { headers })) as {
    id: string;
    key: string;
  }[];
  const flagId = find(flags, 'key', flag, 'flag').id;
  return {
    name: settings.name ?? 'Burgee',
    settings: [`reads at ${reads.length}`, 'clients: @burgee/sdk, its defaults'],
    set: async (isOn) => {
      const body = JSON.stringify({ is_enabled: isOn });
      const address = `${url}/api/flags/${flagId}/environments/${environment.id}/toggle`;
      await fetchJson(address, { method: 'PATCH', headers, body });
    },
    readUrls: reads,
    read: async (readUrl) => {
      const sdkHeaders = { 'x-sdk-key': environment.sdk_key };
      const served = (await fetchJson(`${readUrl}/api/v1/flags`, { headers: sdkHeaders })) as {
        key: string;
        is_enabled: boolean;
      }[];
      return find(served, 'key', flag, 'flag').is_enabled;
    },
    delivery: 'stream',
    connect: (onValue, index) => {
      const baseUrl = reads[index % reads.length] ?? url;
      const client = createClient({ baseUrl, sdkKey: environment.sdk_key });
      const tell = () => onValue(client.bool(flag, false));
      client.on(`change:${flag}`, tell);
      const ready = client.ready({ timeoutMs: 30_000 }).then((isReady) => {
        if (!isReady) throw new Error('A client of Burgee got no flags within 30 s.');
        tell();
      });
      return { ready, close: () => client.close() };
    },
  };
}
