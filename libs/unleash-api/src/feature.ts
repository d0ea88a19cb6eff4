/** What Unleash's client API says of a flag, as far as Burgee has it to say. Their names are Unleash's. */
export interface Feature {
  name: string;
  description: string;
  type: 'release';
  project: 'default';
  enabled: boolean;
  stale: false;
  impressionData: false;
  /** The first that holds decides. */
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
  values: [string];
  inverted: false;
  caseInsensitive: false;
}

export interface FeatureVariant {
  name: 'on' | 'targeted';
  weight: 1000;
  payload: { type: 'string' | 'number' | 'json'; value: string };
}
