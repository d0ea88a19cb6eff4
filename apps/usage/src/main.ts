import { listenToNats } from '@burgee/messaging';
import { postgresConnection } from '@burgee/process-kit';
import { startService } from '@burgee/service-kit';
import { loadConfig } from './config.js';
import { UsageModule } from './usage.module.js';

const config = loadConfig();

await startService({
  name: 'usage',
  config,
  module: UsageModule.with(config),
  database: { postgres: postgresConnection(config), table: 'usage.latest' },
  prepare: (service) => listenToNats(service, config, 'usage', 'usage'),
});
