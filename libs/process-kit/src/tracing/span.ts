/** Facts about a piece of work, by the names of OpenTelemetry's semantic conventions. */
export type Attributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** W3C `traceparent` of what this is a part of; left out: the current one. Null begins a trace. */
  parent?: string | null | undefined;
  /** It is kept, whatever the sampler says. */
  isChosen?: boolean;
  /** Of what else this is done for. */
  links?: readonly string[];
}

/** A piece of work in a trace. */
export interface Span {
  /** Names it in what is sent to others. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param error why it failed */
  end(error?: unknown): void;
}

export type BeginSpan = (name: string, options: SpanOptions) => Span;
