import { AuditRecordedV1, AuditRecordV1 } from './events/audit-record.v1.js';
import { EnvironmentsReadV1 } from './events/environments-read.v1.js';
import { FlagDeletedV1, FlagUpdatedV1 } from './events/flag-changed.v1.js';
import { ProjectChangedV1 } from './events/project-changed.v1.js';
import { SdkKeyChangedV1 } from './events/sdk-key-changed.v1.js';
import { StreamsCountedV1 } from './events/streams-counted.v1.js';

type PayloadClass<T> = new () => T;

/** A message on NATS that expects no answer, on one subject for each thing it is about: an environment, a gateway. */
export interface EventContract<T> {
  /** What subscribers listen to. */
  readonly pattern: string;
  readonly subject: (aboutId: string) => string;
  readonly payload: PayloadClass<T>;
}

/** A question on NATS and the shape of its answer. */
export interface RequestContract<Q, A> {
  readonly pattern: string;
  readonly request: PayloadClass<Q>;
  readonly reply: PayloadClass<A>;
}

const perId = <T>(prefix: string, payload: PayloadClass<T>): EventContract<T> => ({
  pattern: `${prefix}.*`,
  subject: (aboutId) => `${prefix}.${aboutId}`,
  payload,
});

/** The only place where a subject is spelt. */
export const SUBJECTS = {
  flagUpdated: perId('flag.updated', FlagUpdatedV1),
  flagDeleted: perId('flag.deleted', FlagDeletedV1),
  sdkKeyChanged: perId('sdk-key.changed', SdkKeyChangedV1),
  streamsCounted: perId('streams.counted', StreamsCountedV1),
  environmentsRead: perId('environments.read', EnvironmentsReadV1),
  projectChanged: perId('project.changed', ProjectChangedV1),
  auditRecord: {
    pattern: 'audit.record',
    request: AuditRecordV1,
    reply: AuditRecordedV1,
  } satisfies RequestContract<AuditRecordV1, AuditRecordedV1>,
} as const;
