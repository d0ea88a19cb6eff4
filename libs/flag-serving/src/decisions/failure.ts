import type { ErrorCode } from '@burgee/evaluation';

/** Why a decision failed, in OFREP's terms. */
export interface Failure {
  errorCode: ErrorCode | 'INVALID_CONTEXT' | 'GENERAL';
  /** For people. */
  errorDetails: string;
}
