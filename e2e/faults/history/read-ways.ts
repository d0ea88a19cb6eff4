import { evaluate, type Flag } from '@burgee/evaluation';
import type { Environment } from '@burgee/testing';
import { featuresDocument, featureText, toToggle } from '@burgee/unleash-api';

/** One of the addresses at which an environment is read. */
interface ReadWay {
  path: string;
  /** Left out: a GET. */
  body?: object;
  /** The part of an answer that its revision determines. Default: all. */
  contentOf?: (text: string) => string;
  headersOf: (environment: Environment) => Record<string, string>;
  /** The answer for these flags. */
  answerOf: (flags: readonly Flag[], environment: Environment) => string;
}

export type WayName = 'flags' | 'features' | 'toggles' | 'decisions';

const CONTEXT = { targetingKey: 'user-1' };

export const READ_WAYS: Record<WayName, ReadWay> = {
  flags: {
    path: '/api/v1/flags',
    headersOf: ({ sdk_key }) => ({ 'x-sdk-key': sdk_key }),
    answerOf: (flags) => JSON.stringify(flags),
  },
  /** As Unleash's SDKs for servers read it. */
  features: {
    path: '/unleash/api/client/features',
    headersOf: ({ sdk_key }) => ({ authorization: sdk_key }),
    answerOf: (flags, { id }) => featuresDocument(id).join(flags.map(featureText).join()),
  },
  /** As Unleash's SDKs for pages read it. */
  toggles: {
    path: `/unleash/api/frontend?userId=${CONTEXT.targetingKey}`,
    headersOf: ({ client_key }) => ({ authorization: client_key }),
    answerOf: (flags) => {
      const decided = flags.map((flag) =>
        toToggle(flag, evaluate<unknown>(flags, flag.key, false, CONTEXT, flag.type)),
      );
      return JSON.stringify({ toggles: decided.filter((toggle) => toggle !== undefined) });
    },
  },
  /** By OFREP, with the client key. The rest of an answer names the position, and a token. */
  decisions: {
    path: '/ofrep/v1/evaluate/flags',
    body: { context: CONTEXT },
    contentOf: (text) => JSON.stringify((JSON.parse(text) as { flags: unknown }).flags),
    headersOf: ({ client_key }) => ({ 'x-api-key': client_key }),
    answerOf: (flags) =>
      JSON.stringify(
        flags.map(({ key, type, flag_id }) => {
          const { value, reason, variant } = evaluate<unknown>(flags, key, undefined, CONTEXT, type);
          return { key, value, reason, variant, metadata: { flagId: flag_id } };
        }),
      ),
  },
};
