import { Inject } from '@nestjs/common';

/** The injection token of OpenFeature's client. */
export const getOpenFeatureClientToken = (domain?: string): string => `OpenFeatureClient:${domain ?? ''}`;

/** Injects OpenFeature's client: `constructor(@OpenFeatureClient() private readonly flags: Client)`. */
export const OpenFeatureClient = ({ domain }: { domain?: string } = {}): PropertyDecorator & ParameterDecorator =>
  Inject(getOpenFeatureClientToken(domain));
