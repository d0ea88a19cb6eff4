import { readText } from '../read-text.js';
import { fetchFrom } from '../fetch-from.js';

/** A feature as Unleash's client API tells it, as far as it decides anything. */
export interface UnleashFeature {
  name: string;
  description?: string | null;
  enabled: boolean;
  impressionData?: boolean;
  strategies?: UnleashStrategy[];
  variants?: UnleashVariant[];
  dependencies?: unknown[];
}

export interface UnleashStrategy {
  name: string;
  disabled?: boolean;
  constraints?: UnleashConstraint[];
  segments?: unknown[];
  parameters?: Record<string, string | number>;
  variants?: UnleashVariant[];
}

export interface UnleashConstraint {
  contextName: string;
  operator: string;
  values?: string[];
  value?: string;
  inverted?: boolean;
  caseInsensitive?: boolean;
}

export interface UnleashVariant {
  name: string;
  weight: number;
  payload?: { type: string; value: string };
  overrides?: unknown[];
}

export interface UnleashDocument {
  features: UnleashFeature[];
  segments?: { id: number; constraints?: UnleashConstraint[] }[];
}

/** @throws a sentence when this is not what Unleash's `GET /api/client/features` answers; `cure` says what to do */
function parseDocument(text: string, cure: string): UnleashDocument {
  let document: Partial<UnleashDocument> | null;
  try {
    document = JSON.parse(text) as Partial<UnleashDocument> | null;
  } catch {
    throw new Error(`This is not JSON. ${cure}`);
  }
  const { features } = document ?? {};
  if (!Array.isArray(features) || features.some((one) => typeof one?.name !== 'string'))
    throw new Error(`This has no list of features. ${cure}`);
  return document as UnleashDocument;
}

/** From Unleash, or from a file. @throws a sentence when neither is named whole, or it is no such document */
export function readDocument({
  url,
  token,
  file,
}: {
  url?: string;
  token?: string;
  file?: string;
}): Promise<UnleashDocument> {
  if (file && !url && !token)
    return readText(file).then((text) => parseDocument(text, 'Save what GET /api/client/features of Unleash answers.'));
  if (!file && url && token) return fetchDocument(url, token);
  throw new Error('Name Unleash by --url and --token, or by --file what it answered.');
}

/** Reads it with a token for server SDKs, which is of one environment. @throws when Unleash refuses */
async function fetchDocument(url: string, token: string): Promise<UnleashDocument> {
  // SDKs take the address with `/api`, so people copy it that way.
  const address = `${url.replace(/(\/api)?\/?$/, '')}/api/client/features`;
  const answer = await fetchFrom(address, { headers: { authorization: token } });
  const text = await answer.text();
  if (!answer.ok) {
    const hint =
      answer.status === 401 || answer.status === 403
        ? ' It takes a token for server SDKs (backend, or client), which has not been deleted and has not expired.'
        : '';
    throw new Error(`${address} answered ${answer.status}.${hint}`);
  }
  return parseDocument(text, `${address} answered it: is --url that of Unleash?`);
}
