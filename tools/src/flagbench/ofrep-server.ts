import { fetchFrom } from '../fetch-from.js';
import { fetchJson } from '../fetch-json.js';
import type { FlagServer } from './flag-server.js';
import { polling } from './polling.js';

interface RequestSettings {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface OfrepSettings {
  name?: string;
  url: string;
  /** Of the evaluation, such as its key. */
  headers?: Record<string, string>;
  flag: string;
  /** What switches the flag: OFREP has no word for it. */
  on: RequestSettings;
  off: RequestSettings;
  reads?: readonly string[];
  /** Each client's; 30 s is what OFREP's provider for pages does when nothing is set. */
  poll_seconds?: number;
}

const DEFAULT_POLL_SECONDS = 30;

/** Any server of the OpenFeature Remote Evaluation Protocol. */
export function ofrepServer(settings: OfrepSettings): FlagServer {
  const { url, flag, reads = [url] } = settings;
  const read = async (readUrl: string) => {
    const { value } = (await fetchJson(`${readUrl}/ofrep/v1/evaluate/flags/${encodeURIComponent(flag)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...settings.headers },
      body: JSON.stringify({ context: { targetingKey: 'flagbench' } }),
    })) as { value?: unknown };
    if (typeof value !== 'boolean') throw new Error(`${readUrl} gave no boolean for ${flag}.`);
    return value;
  };
  return {
    name: settings.name ?? url,
    ...polling(reads, settings.poll_seconds ?? DEFAULT_POLL_SECONDS, read),
    set: async (isOn) => {
      const { url: address, ...init } = isOn ? settings.on : settings.off;
      const answer = await fetchFrom(address, init);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${init.method} ${address} answered ${answer.status}.`);
    },
  };
}
