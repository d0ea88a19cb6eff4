import { createClient } from '@burgee/sdk';
import { BurgeeProject, type ProjectPlace } from '../burgee-project.js';
import { fetchJson } from '../fetch-json.js';
import type { FlagServer } from './flag-server.js';

export type BurgeeSettings = ProjectPlace & {
  name?: string;
  flag: string;
  /** sdk-gateways or edges; by default the address itself. */
  reads?: readonly string[];
};

/** Through the dashboard's API and the client library. */
export async function burgeeServer(settings: BurgeeSettings): Promise<FlagServer> {
  const { url, flag, reads = [url] } = settings;
  const project = await BurgeeProject.open(settings);
  const { sdkKey } = project;
  if (sdkKey === undefined) throw new Error('The token may not see the SDK key: it takes manage.');
  const flagId = (await project.flags()).get(flag)?.id;
  if (flagId === undefined) throw new Error(`The project ${settings.project} has no flag ${flag}.`);
  return {
    name: settings.name ?? 'Burgee',
    settings: [`reads at ${reads.length}`, 'clients: @burgee/sdk, its defaults'],
    set: (isOn) => project.toggle(flagId, isOn),
    readUrls: reads,
    read: async (readUrl) => {
      const headers = { 'x-sdk-key': sdkKey };
      const served = (await fetchJson(`${readUrl}/api/v1/flags`, { headers })) as {
        key: string;
        is_enabled: boolean;
      }[];
      const found = served.find(({ key }) => key === flag);
      if (!found) throw new Error(`${readUrl} has no flag ${flag}.`);
      return found.is_enabled;
    },
    delivery: 'stream',
    connect: (onValue, index) => {
      const baseUrl = reads[index % reads.length] ?? url;
      const client = createClient({ baseUrl, sdkKey });
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
