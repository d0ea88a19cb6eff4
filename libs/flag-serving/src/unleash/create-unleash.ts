import { credentialsIn } from '@burgee/contracts/wire';
import type { Logger } from 'pino';
import type { Authenticator } from '../authenticate/authenticator.js';
import type { StreamHandler } from '../connection/stream-handler.js';
import type { Decisions } from '../decisions/decisions.js';
import type { HoldFor } from '../decisions/hold.js';
import { DerivedFlagSets } from '../flag-set/derived-flag-sets.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { FlagSetReader } from '../flags/flag-set-reader.js';
import { type FlagSetForm, FlagsHandler } from '../flags/flags-handler.js';
import type { ServingMetrics } from '../serving-metrics.js';
import type { ServingAdmission } from '../source/admission.js';
import type { UsageSink } from '../usage/usage-sink.js';
import { FeatureSet } from './feature-set.js';
import { createRefuse } from './refuse.js';
import { ReportsHandler } from './reports-handler.js';
import { TogglesHandler } from './toggles-handler.js';
import { unleashEvents } from './unleash-events.js';
import { UnleashHandler } from './unleash-handler.js';

interface UnleashDependencies {
  authenticator: Authenticator;
  reader: FlagSetReader;
  streams: StreamHandler;
  /** For toggles. */
  decisions: Decisions;
  admission: ServingAdmission;
  holdFor: HoldFor;
  metrics: ServingMetrics;
  logger: Logger;
  usage: UsageSink | undefined;
  /** For features. */
  maxBytes: number;
}

/** Creates the handler of Unleash's client API. */
export function createUnleash(dependencies: UnleashDependencies): UnleashHandler {
  const { authenticator, reader, streams, decisions, admission, holdFor, metrics, logger, usage, maxBytes } =
    dependencies;
  const sets = new DerivedFlagSets(maxBytes, (rendered) => FeatureSet.make(rendered), admission);
  const featuresOf = (rendered: RenderedFlagSet) => sets.of(rendered);
  const form: FlagSetForm = {
    keyOf: ({ headers, url }) => credentialsIn(headers, url)[0],
    of: (rendered) => {
      const made = featuresOf(rendered);
      return made instanceof Promise ? made.then(({ document }) => document) : made.document;
    },
  };
  const counted = { read: (result: string): void => metrics.unleash('features', result) };
  const refuse = createRefuse(metrics, logger);
  return new UnleashHandler({
    authenticator,
    features: new FlagsHandler(authenticator, reader, counted, logger, form),
    toggles: new TogglesHandler(authenticator, reader, decisions, metrics, holdFor, refuse, usage),
    reports: new ReportsHandler(authenticator, decisions, metrics, holdFor, refuse, usage),
    streams,
    format: unleashEvents(featuresOf),
  });
}
