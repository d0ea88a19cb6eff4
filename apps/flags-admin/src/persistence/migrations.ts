import { ProjectsAndFlags1760000000001 } from './1-projects-and-flags.migration.js';
import { OutboxTopics1760000000002 } from './2-outbox-topics.migration.js';
import { ChangeTraces1760000000003 } from './3-change-traces.migration.js';
import { LargeMessages1760000000004 } from './4-large-messages.migration.js';
import { EpochsOfEnvironments1760000000005 } from './5-epochs-of-environments.migration.js';
import { FlagSetBytes1760000000006 } from './6-flag-set-bytes.migration.js';
import { FlagSetBodies1760000000007 } from './7-flag-set-bodies.migration.js';
import { Invitations1760000000008 } from './8-invitations.migration.js';
import { AccessOnPrimary1760000000009 } from './9-access-on-primary.migration.js';
import { ChangeBytes1760000000010 } from './10-change-bytes.migration.js';
import { ProjectMakers1760000000011 } from './11-project-makers.migration.js';
import { AccountsOfEnvironments1760000000012 } from './12-accounts-of-environments.migration.js';
import { RangesOfKeysAndValues1760000000013 } from './13-ranges-of-keys-and-values.migration.js';
import { LoneReturnValues1760000000014 } from './14-lone-return-values.migration.js';
import { DeadLettersOfProjects1760000000015 } from './15-dead-letters-of-projects.migration.js';
import { ClientKeys1760000000016 } from './16-client-keys.migration.js';
import { AccessOfEnvironments1760000000017 } from './17-access-of-environments.migration.js';
import { ArchivedFlags1760000000018 } from './18-archived-flags.migration.js';
import { ProjectsOfEnvironments1760000000019 } from './19-projects-of-environments.migration.js';
import { OriginsOneByOne1760000000020 } from './20-origins-one-by-one.migration.js';
import { TagsAndOwners1760000000021 } from './21-tags-and-owners.migration.js';
import { EnvironmentColors1760000000022 } from './22-environment-colors.migration.js';
import { Preferences1760000000023 } from './23-preferences.migration.js';
import { FlagsForUsage1760000000024 } from './24-flags-for-usage.migration.js';
import { AccountsForUsage1760000000025 } from './25-accounts-for-usage.migration.js';
import { FlagHistory1760000000026 } from './26-flag-history.migration.js';
import { DeletedFlags1760000000027 } from './27-deleted-flags.migration.js';
import { Webhooks1760000000028 } from './28-webhooks.migration.js';
import { Schedules1760000000029 } from './29-schedules.migration.js';
import { ChangeRules1760000000030 } from './30-change-rules.migration.js';
import { ChangeRequests1760000000031 } from './31-change-requests.migration.js';
import { TurnsOfAccounts1760000000032 } from './32-turns-of-accounts.migration.js';
import { AccountsOfSchedules1760000000033 } from './33-accounts-of-schedules.migration.js';
import { OpenChangeRequests1760000000034 } from './34-open-change-requests.migration.js';
import { DeliveriesThatDoNotWait1760000000035 } from './35-deliveries-that-do-not-wait.migration.js';
import { LargeMessagesThatWait1760000000036 } from './36-large-messages-that-wait.migration.js';
import { MoreOrigins1760000000037 } from './37-more-origins.migration.js';
import { FlagsNotServedYet1760000000038 } from './38-flags-not-served-yet.migration.js';
import { AuthorsOfWebhooks1760000000039 } from './39-authors-of-webhooks.migration.js';
import { InvitersOfMembers1760000000040 } from './40-inviters-of-members.migration.js';
import { Plans1760000000041 } from './41-plans.migration.js';
import { Notices1760000000042 } from './42-notices.migration.js';
import { ListsOfValues1760000000043 } from './43-lists-of-values.migration.js';
import { PreviousSecrets1760000000044 } from './44-previous-secrets.migration.js';
import { RolesInEnvironments1760000000045 } from './45-roles-in-environments.migration.js';
import { NamesOfProjects1760000000047 } from './47-names-of-projects.migration.js';
import { SwitchOffLinks1760000000048 } from './48-switch-off-links.migration.js';
import { Tokens1760000000049 } from './49-tokens.migration.js';
import { LimitsOfTokens1760000000050 } from './50-limits-of-tokens.migration.js';
import { GroupRoles1760000000051 } from './51-group-roles.migration.js';
import { ActorsOfDeliveries1760000000052 } from './52-actors-of-deliveries.migration.js';
import { IssuersOfGroups1760000000053 } from './53-issuers-of-groups.migration.js';
import { InvitationsByMail1760000000054 } from './54-invitations-by-mail.migration.js';
import { GroupsAppliedToProjects1760000000055 } from './55-groups-applied-to-projects.migration.js';
import { KindsOfFlags1760000000056 } from './56-kinds-of-flags.migration.js';
import { SharedViews1760000000057 } from './57-shared-views.migration.js';
import { NoticesByMail1760000000058 } from './58-notices-by-mail.migration.js';

/** In the order in which they run. */
export const MIGRATIONS = [
  ProjectsAndFlags1760000000001,
  OutboxTopics1760000000002,
  ChangeTraces1760000000003,
  LargeMessages1760000000004,
  EpochsOfEnvironments1760000000005,
  FlagSetBytes1760000000006,
  FlagSetBodies1760000000007,
  Invitations1760000000008,
  AccessOnPrimary1760000000009,
  ChangeBytes1760000000010,
  ProjectMakers1760000000011,
  AccountsOfEnvironments1760000000012,
  RangesOfKeysAndValues1760000000013,
  LoneReturnValues1760000000014,
  DeadLettersOfProjects1760000000015,
  ClientKeys1760000000016,
  AccessOfEnvironments1760000000017,
  ArchivedFlags1760000000018,
  ProjectsOfEnvironments1760000000019,
  OriginsOneByOne1760000000020,
  TagsAndOwners1760000000021,
  EnvironmentColors1760000000022,
  Preferences1760000000023,
  FlagsForUsage1760000000024,
  AccountsForUsage1760000000025,
  FlagHistory1760000000026,
  DeletedFlags1760000000027,
  Webhooks1760000000028,
  Schedules1760000000029,
  ChangeRules1760000000030,
  ChangeRequests1760000000031,
  TurnsOfAccounts1760000000032,
  AccountsOfSchedules1760000000033,
  OpenChangeRequests1760000000034,
  DeliveriesThatDoNotWait1760000000035,
  LargeMessagesThatWait1760000000036,
  MoreOrigins1760000000037,
  FlagsNotServedYet1760000000038,
  AuthorsOfWebhooks1760000000039,
  InvitersOfMembers1760000000040,
  Plans1760000000041,
  Notices1760000000042,
  ListsOfValues1760000000043,
  PreviousSecrets1760000000044,
  RolesInEnvironments1760000000045,
  NamesOfProjects1760000000047,
  SwitchOffLinks1760000000048,
  Tokens1760000000049,
  LimitsOfTokens1760000000050,
  GroupRoles1760000000051,
  ActorsOfDeliveries1760000000052,
  IssuersOfGroups1760000000053,
  InvitationsByMail1760000000054,
  GroupsAppliedToProjects1760000000055,
  KindsOfFlags1760000000056,
  SharedViews1760000000057,
  NoticesByMail1760000000058,
];
