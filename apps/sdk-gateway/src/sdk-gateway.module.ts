import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { MessagingModule } from '@burgee/messaging';
import { HealthController, READINESS, redisProvider } from '@burgee/service-kit';
import { SdkAccessGuard } from './access/sdk-access.guard.js';
import { Door } from './admission/admission.js';
import { Preflight } from './admission/preflight.js';
import { Authority } from './authority/authority.js';
import { Breaker } from './authority/breaker.js';
import { CONFIG, type SdkGatewayConfig } from './config.js';
import { ReadViews } from './database/read-views.js';
import { Doorbells } from './doorbell/doorbells.js';
import { FlagSetStore } from './flag-sets/flag-set-store.js';
import { FlagShelf } from './flag-sets/flag-shelf.js';
import { History } from './flag-sets/history.js';
import { Keeper } from './flag-sets/keeper.js';
import { KnownGoodAnswers } from './flag-sets/known-good.js';
import { LastKnownGoodFiles } from './flag-sets/last-known-good.js';
import { LastNews } from './flag-sets/last-news.js';
import { GatewayReadiness } from './gateway.readiness.js';
import { Reads } from './reads/reads.js';
import { ReportReads } from './reads/report-reads.js';
import { ServeFlagsController } from './serve-flags/serve-flags.controller.js';
import { ServeFlags } from './serve-flags/serve-flags.handler.js';
import { Drain } from './stream/drain.js';
import { Hub } from './stream/hub.js';
import { Sockets } from './stream/limits/sockets.js';
import { StreamLimits } from './stream/limits/stream-limits.js';
import { OpenStream } from './stream/open-stream.handler.js';
import { Opener } from './stream/opener.js';
import { Pulse } from './stream/pulse.js';
import { ReportStreams } from './stream/report-streams.js';
import { StreamController } from './stream/stream.controller.js';
import { Tickets } from './stream/tickets.js';
import { Witness } from './stream/witness.js';
import { Vitals } from './vitals.js';

@Module({})
export class SdkGatewayModule {
  static with(config: SdkGatewayConfig): DynamicModule {
    return {
      module: SdkGatewayModule,
      imports: [MessagingModule.with(config.NATS_URL, 'sdk-gateway')],
      controllers: [HealthController, ServeFlagsController, StreamController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: READINESS, useClass: GatewayReadiness },
        { provide: APP_GUARD, useClass: SdkAccessGuard },
        redisProvider(config.REDIS_URL),
        Authority,
        Breaker,
        ReadViews,
        Vitals,
        History,
        FlagSetStore,
        FlagShelf,
        Keeper,
        KnownGoodAnswers,
        LastKnownGoodFiles,
        LastNews,
        Door,
        Doorbells,
        Preflight,
        ServeFlags,
        Reads,
        ReportReads,
        Hub,
        Pulse,
        Sockets,
        StreamLimits,
        Drain,
        ReportStreams,
        Opener,
        OpenStream,
        Tickets,
        Witness,
      ],
    };
  }
}
