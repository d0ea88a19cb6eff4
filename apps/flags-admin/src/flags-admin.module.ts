import { type DynamicModule, Module } from '@nestjs/common';
import { MessagingModule } from '@burgee/messaging';
import { databaseModule, DatabaseReadiness, HealthController, READINESS, redisProvider } from '@burgee/service-kit';
import { SessionModule } from '@burgee/session';
import { AfterCommit } from './changes/after-commit.js';
import { Changes } from './changes/changes.js';
import { CONFIG, type FlagsAdminConfig } from './config.js';
import { CreateEnvironmentController } from './environments/create-environment/create-environment.controller.js';
import { CreateEnvironmentService } from './environments/create-environment/create-environment.service.js';
import { DeleteEnvironmentController } from './environments/delete-environment/delete-environment.controller.js';
import { DeleteEnvironmentService } from './environments/delete-environment/delete-environment.service.js';
import { EnvironmentQuery } from './environments/environment.query.js';
import { ListEnvironmentsController } from './environments/list-environments/list-environments.controller.js';
import { RotateSdkKeyController } from './environments/rotate-sdk-key/rotate-sdk-key.controller.js';
import { RotateSdkKeyService } from './environments/rotate-sdk-key/rotate-sdk-key.service.js';
import { SdkKeyVault } from './environments/sdk-key-vault.js';
import { UpdateEnvironmentController } from './environments/update-environment/update-environment.controller.js';
import { UpdateEnvironmentService } from './environments/update-environment/update-environment.service.js';
import { ChangeFlagValueService } from './flags/change-flag-value/change-flag-value.service.js';
import { EditFlagValueController } from './flags/change-flag-value/edit-flag-value.controller.js';
import { ToggleFlagValueController } from './flags/change-flag-value/toggle-flag-value.controller.js';
import { CreateFlagController } from './flags/create-flag/create-flag.controller.js';
import { CreateFlagService } from './flags/create-flag/create-flag.service.js';
import { DeleteFlagController } from './flags/delete-flag/delete-flag.controller.js';
import { DeleteFlagService } from './flags/delete-flag/delete-flag.service.js';
import { ListFlagValuesController } from './flags/list-flag-values/list-flag-values.controller.js';
import { ListFlagsController } from './flags/list-flags/list-flags.controller.js';
import { ListFlags } from './flags/list-flags/list-flags.query.js';
import { RenameFlagController } from './flags/rename-flag/rename-flag.controller.js';
import { RenameFlagService } from './flags/rename-flag/rename-flag.service.js';
import { FeedQuery } from './live/feed.query.js';
import { Feeds } from './live/feeds.js';
import { LastReads } from './live/last-reads.js';
import { OpenFeedController } from './live/open-feed/open-feed.controller.js';
import { ShowConnectionsController } from './live/show-connections/show-connections.controller.js';
import { Subscriptions } from './live/subscriptions.js';
import { AddMemberController } from './members/add-member/add-member.controller.js';
import { AddMemberService } from './members/add-member/add-member.service.js';
import { LeaveProjectController } from './members/leave-project/leave-project.controller.js';
import { ListMembersController } from './members/list-members/list-members.controller.js';
import { RemoveMemberController } from './members/remove-member/remove-member.controller.js';
import { RemoveMemberService } from './members/remove-member/remove-member.service.js';
import { UpdateMemberController } from './members/update-member/update-member.controller.js';
import { UpdateMemberService } from './members/update-member/update-member.service.js';
import { Confirmations } from './outbox/confirmations.js';
import { Delivery } from './outbox/delivery.js';
import { OutboxRepository } from './outbox/outbox.repository.js';
import { Relay } from './outbox/relay.js';
import { Vitals } from './outbox/vitals.js';
import { CreateProjectController } from './projects/create-project/create-project.controller.js';
import { CreateProjectService } from './projects/create-project/create-project.service.js';
import { DeleteProjectController } from './projects/delete-project/delete-project.controller.js';
import { DeleteProjectService } from './projects/delete-project/delete-project.service.js';
import { ListProjectsController } from './projects/list-projects/list-projects.controller.js';
import { ProjectQuery } from './projects/project.query.js';
import { UpdateProjectController } from './projects/update-project/update-project.controller.js';
import { UpdateProjectService } from './projects/update-project/update-project.service.js';
import { Shelf } from './shelf/shelf.js';
import { ShowStreamsController } from './streams/show-streams/show-streams.controller.js';
import { ShowStreamsService } from './streams/show-streams/show-streams.service.js';
import { StreamCounts } from './streams/stream-counts.js';

const CONTROLLERS = [
  HealthController,
  CreateProjectController,
  ListProjectsController,
  UpdateProjectController,
  DeleteProjectController,
  CreateEnvironmentController,
  ListEnvironmentsController,
  UpdateEnvironmentController,
  DeleteEnvironmentController,
  RotateSdkKeyController,
  AddMemberController,
  ListMembersController,
  UpdateMemberController,
  LeaveProjectController,
  RemoveMemberController,
  CreateFlagController,
  ListFlagsController,
  ListFlagValuesController,
  RenameFlagController,
  DeleteFlagController,
  ToggleFlagValueController,
  EditFlagValueController,
  ShowStreamsController,
  ShowConnectionsController,
  OpenFeedController,
];

const USE_CASES = [
  CreateProjectService,
  UpdateProjectService,
  DeleteProjectService,
  ProjectQuery,
  CreateEnvironmentService,
  UpdateEnvironmentService,
  DeleteEnvironmentService,
  EnvironmentQuery,
  RotateSdkKeyService,
  SdkKeyVault,
  AddMemberService,
  UpdateMemberService,
  RemoveMemberService,
  CreateFlagService,
  ListFlags,
  RenameFlagService,
  DeleteFlagService,
  ChangeFlagValueService,
  StreamCounts,
  ShowStreamsService,
  LastReads,
  FeedQuery,
  Feeds,
  Subscriptions,
];

const CHANGE_MACHINERY = [Changes, AfterCommit, Shelf, Confirmations, Delivery, OutboxRepository, Relay, Vitals];

@Module({})
export class FlagsAdminModule {
  static with(config: FlagsAdminConfig): DynamicModule {
    return {
      module: FlagsAdminModule,
      imports: [
        databaseModule('flags-admin', config.DATABASE_URL, []),
        SessionModule.with(config.SESSION_PUBLIC_KEY),
        MessagingModule.with(config.NATS_URL, 'flags-admin'),
      ],
      controllers: CONTROLLERS,
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: READINESS, useClass: DatabaseReadiness },
        redisProvider(config.REDIS_URL),
        ...USE_CASES,
        ...CHANGE_MACHINERY,
      ],
    };
  }
}
