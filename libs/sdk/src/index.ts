/** The package @burgee/sdk: the client library for browsers, servers and workers. */
export type {
  ErrorCode,
  EvaluationContext,
  EvaluationDetails,
  Flag,
  FlagType,
  FlagValue,
  JsonValue,
  Reason,
  Variant,
} from '@burgee/evaluation';
export type {
  BurgeeClient,
  ClientEvent,
  ClientEvents,
  ClientStatus,
  FlagChange,
  FlagEvaluator,
  Listener,
} from './client.js';
export { createClient } from './create-client.js';
export type * from './flag-keys.js';
export type * from './options.js';
export { BurgeeError, type ProblemCode } from './burgee-error.js';
