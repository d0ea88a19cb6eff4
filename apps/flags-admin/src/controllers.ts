import { HealthController } from '@burgee/service-kit';
import { ProjectsController } from './projects/projects.controller.js';
import { EnvironmentsController } from './environments/environments.controller.js';
import { MembersController } from './members/members.controller.js';
import { PreferencesController } from './preferences/preferences.controller.js';
import { ProjectInvitationsController } from './invitations/project-invitations.controller.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { FlagsController } from './flags/flags.controller.js';
import { FlagChangesController } from './flag-changes/flag-changes.controller.js';
import { ChangeRequestsController } from './approvals/change-requests.controller.js';
import { PromotionsController } from './promotions/promotions.controller.js';
import { HistoryController } from './history/history.controller.js';
import { RestoresController } from './restores/restores.controller.js';
import { TransferController } from './transfer/transfer.controller.js';
import { DeliveriesController } from './webhooks/deliveries.controller.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { SchedulesController } from './schedules/schedules.controller.js';
import { StreamCountsController } from './stream-counts/stream-counts.controller.js';
import { AppliedController } from './applied/applied.controller.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { DeadLettersController } from './dead-letters/dead-letters.controller.js';
import { ProjectEventsController } from './project-events/project-events.controller.js';

/** All that answers requests, in the order in which addresses are matched. */
export const CONTROLLERS = [
  HealthController,
  ProjectsController,
  EnvironmentsController,
  MembersController,
  PreferencesController,
  ProjectInvitationsController,
  InvitationsController,
  FlagsController,
  FlagChangesController,
  ChangeRequestsController,
  PromotionsController,
  HistoryController,
  RestoresController,
  TransferController,
  WebhooksController,
  DeliveriesController,
  SchedulesController,
  StreamCountsController,
  AppliedController,
  ConnectionsController,
  DeadLettersController,
  ProjectEventsController,
];
