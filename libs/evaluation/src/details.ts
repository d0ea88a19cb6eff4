/** Why a value was chosen, as OpenFeature names it. */
export type Reason =
  | 'STATIC'
  | 'DEFAULT'
  | 'TARGETING_MATCH'
  | 'SPLIT'
  | 'DISABLED'
  | 'ERROR'
  /** A client returns it while its flags are from storage, not yet from the service. */
  | 'CACHED';

/** `targeted`: the rule matched. */
export type Variant = 'on' | 'off' | 'targeted';

export type ErrorCode =
  | 'FLAG_NOT_FOUND'
  | 'TYPE_MISMATCH'
  | 'PARSE_ERROR'
  | 'TARGETING_KEY_MISSING'
  /** A client returns it while it has no flags. */
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
