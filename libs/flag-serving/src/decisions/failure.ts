import type { ErrorCode } from '@burgee/evaluation';

/** Why there is no decision, as OFREP says it. */
export interface Failure {
  errorCode: ErrorCode | 'INVALID_CONTEXT' | 'GENERAL';
  /** For people. */
  errorDetails: string;
}
