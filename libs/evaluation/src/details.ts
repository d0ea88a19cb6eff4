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

/** Why there is no value of the flag's own; the default in the code is returned instead. */
export type ErrorCode =
  /** The environment has no flag of this key. */
  | 'FLAG_NOT_FOUND'
  /** The flag is of another type than the code expects, or its JSON is of another shape than the default. */
  | 'TYPE_MISMATCH'
  /** The text of the flag is not of the flag's type. */
  | 'PARSE_ERROR'
  /** The flag is on for a part of all subjects, and the context does not say who the subject is. */
  | 'TARGETING_KEY_MISSING'
  /** A client returns it while it has no flags. */
  | 'PROVIDER_NOT_READY'
  /** A client returns it while the service refuses its key. */
  | 'PROVIDER_FATAL';

/** A value, and how it was chosen: what `evaluate` returns. */
export interface EvaluationDetails<T> {
  /** The default of the code if there is an error, or if the flag has no value for this context. */
  readonly value: T;
  /** Why it is this value. */
  readonly reason: Reason;
  /** Absent with an error. */
  readonly variant?: Variant;
  /** Present exactly when `reason` is ERROR. */
  readonly errorCode?: ErrorCode;
  /** The error in words, with the key of the flag; not for code to compare. */
  readonly errorMessage?: string | undefined;
}
