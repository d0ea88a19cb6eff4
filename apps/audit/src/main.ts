import { listenToNats } from '@burgee/messaging';
import { postgresConnection } from '@burgee/process-kit';
import { startService } from '@burgee/service-kit';
import { AuditModule } from './audit.module.js';
import { loadConfig } from './config.js';

const config = loadConfig();

await startService({
  name: 'audit',
  config,
  module: AuditModule.with(config),
  database: { postgres: postgresConnection(config), table: 'audit.entries' },
  prepare: (service) => listenToNats(service, config, 'audit', 'audit'),
});
