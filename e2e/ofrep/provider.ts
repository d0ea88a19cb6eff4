/** An application's evaluation call. */
export interface Question {
  flag: string;
  type: 'boolean' | 'string' | 'integer' | 'float' | 'object';
  default: unknown;
  context: Record<string, unknown>;
}

/** The result from OpenFeature, with '' for missing fields. */
export interface Said {
  value: unknown;
  reason: string;
  variant: string;
  errorCode: string;
}

/** An application, in any language, with one of OpenFeature's own OFREP providers. */
export interface Provider {
  ask(question: Question): Promise<Said>;
  close(): Promise<unknown>;
}

/** @param key a key of one environment, of the kind for the place where this application runs */
export type StartProvider = (baseUrl: string, key: string) => Promise<Provider>;
