/** All NATS subjects; no other file spells one. Except for audit's, they end with `.<id>` of the message's object. */
export const NATS_SUBJECTS = {
  flagUpdated: 'flag.updated',
  flagDeleted: 'flag.deleted',
  sdkKeyChanged: 'sdk-key.changed',
  streamsCounted: 'streams.counted',
  environmentsRead: 'environments.read',
  reportsWanted: 'reports.wanted',
  projectChanged: 'project.changed',
  usageReported: 'usage.reported',
  appliedWanted: 'applied.wanted',
  appliedCounted: 'applied.counted',
  appliedAcknowledged: 'applied.acknowledged',
  statusWanted: 'status.wanted',
  statusReported: 'status.reported',
  auditRecord: 'audit.record',
  auditReference: 'audit.reference',
  auditInstance: 'audit.instance',
} as const;

/** What to subscribe to for all ids. */
export const anyId = (subject: string): string => `${subject}.*`;

/** Where replies to a service arrive, as a prefix. */
export const natsInbox = (service: string): string => `_INBOX_${service}`;

/** What a user of NATS may do. Everything else is refused by NATS itself. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
  /** Whether it may reply to requests that it receives. */
  replies: boolean;
}

const {
  flagUpdated,
  flagDeleted,
  sdkKeyChanged,
  streamsCounted,
  environmentsRead,
  reportsWanted,
  projectChanged,
  usageReported,
  appliedWanted,
  appliedCounted,
  appliedAcknowledged,
  statusWanted,
  statusReported,
} = NATS_SUBJECTS;
const CHANGES = [flagUpdated, flagDeleted, sdkKeyChanged].map(anyId);
const AUDIT = [NATS_SUBJECTS.auditRecord, NATS_SUBJECTS.auditReference];

/** Every service reports how it is, when auth asks. */
const REPORT = anyId(statusReported);
const ASKED = anyId(statusWanted);

/** Permissions by service: allow-lists only, each with an inbox of its own. A service that is not listed has no user. */
export const NATS_PERMISSIONS: Record<string, NatsPermissions> = {
  auth: {
    publish: [NATS_SUBJECTS.auditInstance, ASKED, REPORT],
    subscribe: [`${natsInbox('auth')}.>`, ASKED, REPORT],
    replies: false,
  },
  'flags-admin': {
    publish: [...CHANGES, ...AUDIT, ...[projectChanged, reportsWanted, appliedWanted].map(anyId), REPORT],
    subscribe: [
      `${natsInbox('flags-admin')}.>`,
      ...[streamsCounted, environmentsRead, projectChanged, appliedWanted, appliedCounted].map(anyId),
      ASKED,
    ],
    replies: false,
  },
  'sdk-gateway': {
    publish: [
      ...[streamsCounted, environmentsRead, appliedCounted, appliedAcknowledged, usageReported].map(anyId),
      REPORT,
    ],
    subscribe: [...CHANGES, ...[reportsWanted, appliedWanted, appliedAcknowledged].map(anyId), ASKED],
    replies: false,
  },
  audit: { publish: [REPORT], subscribe: [...AUDIT, NATS_SUBJECTS.auditInstance, ASKED], replies: true },
  usage: { publish: [REPORT], subscribe: [anyId(usageReported), ASKED], replies: false },
};
