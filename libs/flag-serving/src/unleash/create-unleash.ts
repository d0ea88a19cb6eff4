import { credentialsIn } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { Authenticator } from '../authenticate/authenticator.js';
import type { DecisionLimit } from '../authenticate/decision-limit.js';
import { DecidableFlagSets } from '../decisions/decidable-flag-sets.js';
import { Decisions } from '../decisions/decisions.js';
import type { HoldFor } from '../decisions/hold.js';
import { type DecisionTurns, WorkTurns } from '../decisions/work-turns.js';
import { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import type { FlagSetReader } from '../flags/flag-set-reader.js';
import { type FlagSetForm, FlagsHandler } from '../flags/flags-handler.js';
import type { ReadTurns } from '../flags/read-turns.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { StreamHandler } from '../stream/stream-handler.js';
import { FeatureSet } from './feature-set.js';
import { createRefuse } from './refuse.js';
import { ReportsHandler } from './reports-handler.js';
import { sayToggle, TogglesHandler } from './toggles-handler.js';
import { unleashEvents } from './unleash-events.js';
import { UnleashHandler } from './unleash-handler.js';

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
  /** For features, and as many for what toggles are decided from. */
  maxBytes: number;
}

/** What answers Unleash's client API, put together. */
export function createUnleash(dependencies: UnleashDependencies): UnleashHandler {
  const { authenticator, reader, streams, turns, decisionTurns, limit, holdFor, metrics, logger, maxBytes } =
    dependencies;
  const sets = new DerivedFlagSets(maxBytes, (rendered) => new FeatureSet(rendered));
  const work = new WorkTurns(decisionTurns);
  const form: FlagSetForm = {
    keyOf: ({ headers, url }) => credentialsIn(headers, url)[0],
    of: (rendered, request) => {
      const made = work.derive(sets, request, rendered);
      return made instanceof Promise ? made.then(({ document }) => document) : made.document;
    },
  };
  const counted = { read: (result: string) => metrics.unleash('features', result) };
  const refuse = createRefuse(metrics, logger);
  const decisions = new Decisions(new DecidableFlagSets(maxBytes, sayToggle), decisionTurns, limit);
  return new UnleashHandler({
    authenticator,
    features: new FlagsHandler(authenticator, reader, counted, turns, logger, form),
    toggles: new TogglesHandler(authenticator, reader, decisions, metrics, holdFor, refuse),
    reports: new ReportsHandler(authenticator, decisions, metrics, holdFor, refuse),
    streams,
    format: unleashEvents(sets),
  });
}
