import type { IncomingMessage } from 'node:http';
import { credentialsIn } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { Authenticator } from '../authenticate/authenticator.js';
import type { DecisionLimit } from '../authenticate/decision-limit.js';
import { DecidableFlagSets } from '../decisions/decidable-flag-sets.js';
import { Decisions } from '../decisions/decisions.js';
import type { HoldFor } from '../decisions/hold.js';
import { type DecisionTurns, WorkTurns } from '../decisions/work-turns.js';
import { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSetReader } from '../flags/flag-set-reader.js';
import { type FlagSetForm, FlagsHandler } from '../flags/flags-handler.js';
import type { ReadTurns } from '../flags/read-turns.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { StreamHandler } from '../stream/stream-handler.js';
import type { UsageSink } from '../usage/usage-sink.js';
import { FeatureSet } from './feature-set.js';
import { createRefuse } from './refuse.js';
import { ReportsHandler } from './reports-handler.js';
import { sayToggle, TogglesHandler } from './toggles-handler.js';
import { unleashEvents } from './unleash-events.js';
import { UnleashHandler } from './unleash-handler.js';

/** To say a flag as a feature takes so many times as long as to read it. */
const WORK_OF_BYTE = 4;

interface UnleashDependencies {
  authenticator: Authenticator;
  reader: FlagSetReader;
  streams: StreamHandler;
  turns: ReadTurns;
  decisionTurns: DecisionTurns;
  limit: DecisionLimit;
  holdFor: HoldFor;
  metrics: ServingMetrics;
  logger: Logger;
  usage: UsageSink | undefined;
  /** For features, and as many for what toggles are decided from. */
  maxBytes: number;
}

/** What answers Unleash's client API, put together. */
export function createUnleash(dependencies: UnleashDependencies): UnleashHandler {
  const { authenticator, reader, streams, turns, decisionTurns, limit, holdFor, metrics, logger, usage, maxBytes } =
    dependencies;
  const sets = new DerivedFlagSets(maxBytes, (rendered) => FeatureSet.make(rendered), WORK_OF_BYTE);
  const work = new WorkTurns(decisionTurns);
  const featuresOf = (rendered: RenderedFlagSet, request?: IncomingMessage) => work.derive(sets, request, rendered);
  const form: FlagSetForm = {
    keyOf: ({ headers, url }) => credentialsIn(headers, url)[0],
    of: (rendered, request) => {
      const made = featuresOf(rendered, request);
      return made instanceof Promise ? made.then(({ document }) => document) : made.document;
    },
  };
  const counted = { read: (result: string): void => metrics.unleash('features', result) };
  const refuse = createRefuse(metrics, logger);
  const decisions = new Decisions(new DecidableFlagSets(maxBytes, sayToggle), decisionTurns, limit);
  return new UnleashHandler({
    authenticator,
    features: new FlagsHandler(authenticator, reader, counted, turns, logger, form),
    toggles: new TogglesHandler(authenticator, reader, decisions, metrics, holdFor, refuse, usage),
    reports: new ReportsHandler(authenticator, decisions, metrics, holdFor, refuse, usage),
    streams,
    format: unleashEvents(featuresOf),
  });
}
