import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unique } from '@burgee/testing';
import type { OFREPProvider } from '@openfeature/ofrep-provider';
import { type EvaluationContext, type EvaluationDetails, type JsonValue, OpenFeature } from '@openfeature/server-sdk';
import type { Provider, Question } from './provider.js';

type Ask = (flag: string, preset: unknown, context: EvaluationContext) => Promise<EvaluationDetails<JsonValue>>;

const { href } = pathToFileURL(join(process.cwd(), 'examples', 'ofrep-server', 'code-default-provider.mjs'));
const { CodeDefaultProvider } = (await import(href)) as { CodeDefaultProvider: typeof OFREPProvider };

/**
 * OpenFeature's provider for servers in JavaScript, in this process.
 * @param Of as the example extends it, or as it is
 */
export async function startServerProvider(baseUrl: string, key: string, Of = CodeDefaultProvider): Promise<Provider> {
  const domain = unique('domain');
  const provider = new Of({ baseUrl, headers: [['x-api-key', key]] });
  await OpenFeature.setProviderAndWait(domain, provider);
  const client = OpenFeature.getClient(domain);
  const calls: Record<Question['type'], unknown> = {
    boolean: client.getBooleanDetails,
    string: client.getStringDetails,
    integer: client.getNumberDetails,
    float: client.getNumberDetails,
    object: client.getObjectDetails,
  };
  return {
    ask: async ({ type, flag, default: preset, context }) => {
      const call = (calls[type] as Ask).bind(client);
      const {
        value,
        reason = '',
        variant = '',
        errorCode = '',
      } = await call(flag, preset, context as EvaluationContext);
      return { value, reason, variant, errorCode };
    },
    close: async () => undefined,
  };
}
