import { Inject } from '@nestjs/common';

/** The injection token of OpenFeature's client. */
export const getOpenFeatureClientToken = (domain?: string): string => `OpenFeatureClient:${domain ?? ''}`;

/** Which client is injected. */
export interface OpenFeatureClientProps {
  /** The OpenFeature domain of the provider. Default: none. */
  readonly domain?: string;
}

/** Injects OpenFeature's client: `constructor(@OpenFeatureClient() private readonly flags: Client)`. */
export const OpenFeatureClient = ({ domain }: OpenFeatureClientProps = {}): PropertyDecorator & ParameterDecorator =>
  Inject(getOpenFeatureClientToken(domain));
