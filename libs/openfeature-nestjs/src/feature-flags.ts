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

/** Which flag a parameter of a route evaluates. */
export interface FeatureProps<T extends FlagValue> {
  /** The OpenFeature domain of the provider. Default: none. */
  readonly domain?: string;
  /** The key of the flag. */
  readonly flagKey: string;
  /** The value if the flag has none for this request. */
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
 * A parameter of a route: the flag's evaluation, as an Observable of one. It does not fail: an error is in the details.
 * `@BooleanFeatureFlag({ flagKey: 'new-checkout', defaultValue: false }) flag: Observable<EvaluationDetails<boolean>>`
 */
export const BooleanFeatureFlag = parameter<boolean>((client, { flagKey, defaultValue, context }) =>
  client.getBooleanDetails(flagKey, defaultValue, context),
);

/** As `BooleanFeatureFlag`, for text flags. */
export const StringFeatureFlag = parameter<string>((client, { flagKey, defaultValue, context }) =>
  client.getStringDetails(flagKey, defaultValue, context),
);

/** As `BooleanFeatureFlag`, for number flags. */
export const NumberFeatureFlag = parameter<number>((client, { flagKey, defaultValue, context }) =>
  client.getNumberDetails(flagKey, defaultValue, context),
);

/** As `BooleanFeatureFlag`, for JSON flags. */
export const ObjectFeatureFlag = parameter<JsonValue>((client, { flagKey, defaultValue, context }) =>
  client.getObjectDetails(flagKey, defaultValue, context),
);
