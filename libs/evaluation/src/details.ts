/** Why a value was chosen, in OpenFeature's words. */
export type Reason =
  | 'STATIC'
  | 'DEFAULT'
  | 'TARGETING_MATCH'
  | 'SPLIT'
  | 'DISABLED'
  | 'ERROR'
  /** Said by a client whose flags are from its storage and not yet from the service. */
  | 'CACHED';

/** `targeted`: the rule matched. */
export type Variant = 'on' | 'off' | 'targeted';

export type ErrorCode =
  | 'FLAG_NOT_FOUND'
  | 'TYPE_MISMATCH'
  | 'PARSE_ERROR'
  | 'TARGETING_KEY_MISSING'
  /** Said by a client that has no flags yet. */
  | 'PROVIDER_NOT_READY'
  | 'PROVIDER_FATAL';

export interface EvaluationDetails<T> {
  readonly value: T;
  readonly reason: Reason;
  /** Absent with an error. */
  readonly variant?: Variant;
  /** Present exactly when `reason` is ERROR. */
  readonly errorCode?: ErrorCode;
  readonly errorMessage?: string | undefined;
}
