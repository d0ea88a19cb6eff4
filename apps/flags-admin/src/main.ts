import { postgresConnection } from '@burgee/process-kit';
import { startService } from '@burgee/service-kit';
import { loadConfig } from './config.js';
import { FlagsAdminModule } from './flags-admin.module.js';

const config = loadConfig();

await startService({
  name: 'flags-admin',
  config,
  module: FlagsAdminModule.with(config),
  drainMilliseconds: config.STREAM_DRAIN_SECONDS * 1_000,
  database: { postgres: postgresConnection(config), table: 'flags.outbox' },
});
