/** What an application asks OpenFeature. */
export interface Question {
  flag: string;
  type: 'boolean' | 'string' | 'integer' | 'float' | 'object';
  default: unknown;
  context: Record<string, unknown>;
}

/** What OpenFeature says, with '' for what it leaves out. */
export interface Said {
  value: unknown;
  reason: string;
  variant: string;
  errorCode: string;
}

/** An application with one of OpenFeature's own OFREP providers, in whatever language. */
export interface Provider {
  ask(question: Question): Promise<Said>;
  close(): Promise<unknown>;
}

/** @param key of one environment, of the kind that belongs where this application runs */
export type StartProvider = (baseUrl: string, key: string) => Promise<Provider>;
