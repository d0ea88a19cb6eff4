import { fetchJson } from '../fetch-json.js';
import type { FlagServer } from './flag-server.js';
import { polling } from './polling.js';

export interface UnleashSettings {
  name?: string;
  url: string;
  /** A token of the admin API. */
  admin_token: string;
  /** A token for server SDKs, of that environment. */
  client_token: string;
  project?: string;
  environment: string;
  flag: string;
  /** Unleash itself, or Unleash Edge in front of it. */
  reads?: readonly string[];
  /** Each client's; 15 s is what Unleash's SDKs do when nothing is set. */
  poll_seconds?: number;
}

const DEFAULT_POLL_SECONDS = 15;

interface Features {
  features: { name: string; enabled: boolean }[];
}

/** Through the admin API, and the client API that its server SDKs poll. */
export function unleashServer(settings: UnleashSettings): FlagServer {
  const { url, flag, environment, project = 'default', reads = [url] } = settings;
  const place = `${url}/api/admin/projects/${project}/features/${flag}/environments/${environment}`;
  const read = async (readUrl: string) => {
    const { features } = (await fetchJson(`${readUrl}/api/client/features`, {
      headers: { authorization: settings.client_token },
    })) as Features;
    const found = features.find(({ name }) => name === flag);
    if (!found) throw new Error(`${readUrl} has no flag ${flag}.`);
    return found.enabled;
  };
  return {
    name: settings.name ?? 'Unleash',
    ...polling(reads, settings.poll_seconds ?? DEFAULT_POLL_SECONDS, read),
    set: async (isOn) => {
      const headers = { authorization: settings.admin_token, 'content-type': 'application/json' };
      await fetchJson(`${place}/${isOn ? 'on' : 'off'}`, { method: 'POST', headers, body: '{}' });
    },
  };
}
