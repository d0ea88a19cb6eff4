import { anyId, NATS_SUBJECTS } from '../wire/nats-subjects.js';
import { AppliedAcknowledgedV1 } from './applied-acknowledged.v1.js';
import { AppliedCountedV1 } from './applied-counted.v1.js';
import { AppliedWantedV1 } from './applied-wanted.v1.js';
import { AuditInstanceV1, AuditRecordedV1, AuditRecordV1, AuditReferenceV1 } from './audit-record.v1.js';
import { EnvironmentsReadV1 } from './environments-read.v1.js';
import { FlagDeletedV1, FlagUpdatedV1 } from './flag-changed.v1.js';
import { ProjectChangedV1 } from './project-changed.v1.js';
import { ReportsWantedV1 } from './reports-wanted.v1.js';
import { SdkKeyChangedV1 } from './sdk-key-changed.v1.js';
import { StatusReportedV1 } from './status-reported.v1.js';
import { StatusWantedV1 } from './status-wanted.v1.js';
import { StreamsCountedV1 } from './streams-counted.v1.js';
import { UsageReportedV1 } from './usage-reported.v1.js';

type PayloadClass<T> = new () => T;

/** A message on NATS without a reply, on one subject per thing that it is about: an environment, a gateway. */
export interface EventContract<T> {
  /** The subject that subscribers use. */
  readonly pattern: string;
  readonly subject: (aboutId: string) => string;
  readonly payload: PayloadClass<T>;
}

/** A request on NATS and the shape of its reply. */
export interface RequestContract<Q, A> {
  readonly pattern: string;
  readonly request: PayloadClass<Q>;
  readonly reply: PayloadClass<A>;
}

const perId = <T>(subject: string, payload: PayloadClass<T>): EventContract<T> => ({
  pattern: anyId(subject),
  subject: (aboutId) => `${subject}.${aboutId}`,
  payload,
});

/** Each message on NATS: its subject and the class of its payload. */
export const SUBJECTS = {
  flagUpdated: perId(NATS_SUBJECTS.flagUpdated, FlagUpdatedV1),
  flagDeleted: perId(NATS_SUBJECTS.flagDeleted, FlagDeletedV1),
  sdkKeyChanged: perId(NATS_SUBJECTS.sdkKeyChanged, SdkKeyChangedV1),
  streamsCounted: perId(NATS_SUBJECTS.streamsCounted, StreamsCountedV1),
  environmentsRead: perId(NATS_SUBJECTS.environmentsRead, EnvironmentsReadV1),
  reportsWanted: perId(NATS_SUBJECTS.reportsWanted, ReportsWantedV1),
  projectChanged: perId(NATS_SUBJECTS.projectChanged, ProjectChangedV1),
  usageReported: perId(NATS_SUBJECTS.usageReported, UsageReportedV1),
  appliedWanted: perId(NATS_SUBJECTS.appliedWanted, AppliedWantedV1),
  appliedAcknowledged: perId(NATS_SUBJECTS.appliedAcknowledged, AppliedAcknowledgedV1),
  appliedCounted: perId(NATS_SUBJECTS.appliedCounted, AppliedCountedV1),
  statusWanted: perId(NATS_SUBJECTS.statusWanted, StatusWantedV1),
  statusReported: perId(NATS_SUBJECTS.statusReported, StatusReportedV1),
  auditRecord: {
    pattern: NATS_SUBJECTS.auditRecord,
    request: AuditRecordV1,
    reply: AuditRecordedV1,
  } satisfies RequestContract<AuditRecordV1, AuditRecordedV1>,
  auditReference: {
    pattern: NATS_SUBJECTS.auditReference,
    request: AuditReferenceV1,
    reply: AuditRecordedV1,
  } satisfies RequestContract<AuditReferenceV1, AuditRecordedV1>,
  auditInstance: {
    pattern: NATS_SUBJECTS.auditInstance,
    request: AuditInstanceV1,
    reply: AuditRecordedV1,
  } satisfies RequestContract<AuditInstanceV1, AuditRecordedV1>,
} as const;
