import { createParamDecorator } from '@nestjs/common';
import {
  type Client,
  type EvaluationContext,
  type EvaluationDetails,
  type FlagValue,
  type JsonValue,
  OpenFeature,
} from '@openfeature/server-sdk';
import { from, type Observable } from 'rxjs';

export interface FeatureProps<T extends FlagValue> {
  readonly domain?: string;
  readonly flagKey: string;
  readonly defaultValue: T;
  /** More attributes than the request's own. */
  readonly context?: EvaluationContext;
}

type Evaluate<T extends FlagValue> = (client: Client, props: FeatureProps<T>) => Promise<EvaluationDetails<T>>;

const parameter = <T extends FlagValue>(evaluate: Evaluate<T>) =>
  createParamDecorator((props: FeatureProps<T>): Observable<EvaluationDetails<T>> => {
    const { domain } = props;
    return from(evaluate(domain === undefined ? OpenFeature.getClient() : OpenFeature.getClient(domain), props));
  });

/**
 * A parameter of a route: the flag's evaluation, as an Observable of one.
 * `@BooleanFeatureFlag({ flagKey: 'new-checkout', defaultValue: false }) flag: Observable<EvaluationDetails<boolean>>`
 */
export const BooleanFeatureFlag = parameter<boolean>((client, { flagKey, defaultValue, context }) =>
  client.getBooleanDetails(flagKey, defaultValue, context),
);

export const StringFeatureFlag = parameter<string>((client, { flagKey, defaultValue, context }) =>
  client.getStringDetails(flagKey, defaultValue, context),
);

export const NumberFeatureFlag = parameter<number>((client, { flagKey, defaultValue, context }) =>
  client.getNumberDetails(flagKey, defaultValue, context),
);

export const ObjectFeatureFlag = parameter<JsonValue>((client, { flagKey, defaultValue, context }) =>
  client.getObjectDetails(flagKey, defaultValue, context),
);
