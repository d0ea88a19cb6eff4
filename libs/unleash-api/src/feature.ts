/** A flag in Unleash's client API, as far as Burgee can fill it. The names are Unleash's. */
export interface Feature {
  name: string;
  description: string;
  type: 'release';
  project: 'default';
  enabled: boolean;
  stale: false;
  impressionData: false;
  /** The first matching one decides. */
  strategies: FeatureStrategy[];
  variants: [];
}

export interface FeatureStrategy {
  name: 'flexibleRollout';
  constraints: Constraint[];
  parameters: { rollout: string; stickiness: 'default' | 'userId'; groupId: string };
  variants: FeatureVariant[];
}

export interface Constraint {
  contextName: string;
  operator: 'IN' | 'NOT_IN';
  values: readonly string[];
  inverted: false;
  caseInsensitive: false;
}

export interface FeatureVariant {
  name: 'on' | 'targeted';
  weight: 1000;
  payload: { type: 'string' | 'number' | 'json'; value: string };
}
