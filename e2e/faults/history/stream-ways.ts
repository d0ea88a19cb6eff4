import type { Environment, StreamedEvent, StreamReader } from '@burgee/testing';
import { READ_WAYS } from './read-ways.js';

/** One of the streams that tell an environment's changes. */
export interface StreamWay {
  path: string;
  headersOf: (environment: Environment) => Record<string, string>;
  /** By the names of events; the others are changes. */
  kinds: Record<string, StreamedEvent['kind']>;
  revisionIn: (data: StreamReader['events'][number]['data']) => number;
}

export const FLAG_STREAM: StreamWay = {
  path: '/api/v1/stream',
  headersOf: READ_WAYS.flags.headersOf,
  kinds: { ready: 'ready', snapshot: 'snapshot' },
  revisionIn: ({ revision }) => revision,
};

export const UNLEASH_STREAM: StreamWay = {
  path: '/unleash/api/client/streaming',
  headersOf: READ_WAYS.features.headersOf,
  kinds: { 'unleash-connected': 'snapshot' },
  revisionIn: ({ events }) => events[0].eventId,
};
