import { AuditRecordedV1, AuditRecordV1 } from './events/audit-record.v1.js';
import { FlagDeletedV1, FlagUpdatedV1 } from './events/flag-changed.v1.js';
import { SdkKeyChangedV1 } from './events/sdk-key-changed.v1.js';

type PayloadClass<T> = new () => T;

/** A message on NATS that expects no answer, on one subject per environment. */
export interface EventContract<T> {
  /** What subscribers listen to. */
  readonly pattern: string;
  readonly subject: (environmentId: string) => string;
  readonly payload: PayloadClass<T>;
}

/** A question on NATS and the shape of its answer. */
export interface RequestContract<Q, A> {
  readonly pattern: string;
  readonly request: PayloadClass<Q>;
  readonly reply: PayloadClass<A>;
}

const perEnvironment = <T>(prefix: string, payload: PayloadClass<T>): EventContract<T> => ({
  pattern: `${prefix}.*`,
  subject: (environmentId) => `${prefix}.${environmentId}`,
  payload,
});

/** The only place where a subject is spelt. */
export const SUBJECTS = {
  flagUpdated: perEnvironment('flag.updated', FlagUpdatedV1),
  flagDeleted: perEnvironment('flag.deleted', FlagDeletedV1),
  sdkKeyChanged: perEnvironment('sdk-key.changed', SdkKeyChangedV1),
  auditRecord: {
    pattern: 'audit.record',
    request: AuditRecordV1,
    reply: AuditRecordedV1,
  } satisfies RequestContract<AuditRecordV1, AuditRecordedV1>,
} as const;
