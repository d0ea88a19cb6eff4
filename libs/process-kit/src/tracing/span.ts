/** Attributes under the names of OpenTelemetry's semantic conventions. */
export type Attributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Attributes;
  /** W3C `traceparent` of the parent; left out: the current span. Null starts a trace. */
  parent?: string | null | undefined;
  /** Whether the sampler was already consulted; the span is then always kept. */
  isChosen?: boolean;
  /** `traceparent`s of other causes of this work. */
  links?: readonly string[];
}

/** A unit of work in a trace. */
export interface Span {
  /** Identifies the span in messages to others. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param error the cause of a failure */
  end(error?: unknown): void;
}

export type BeginSpan = (name: string, options: SpanOptions) => Span;
