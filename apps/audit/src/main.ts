import { listenToNats } from '@burgee/messaging';
import { startService } from '@burgee/service-kit';
import { AuditModule } from './audit.module.js';
import { loadConfig } from './config.js';

const config = loadConfig();

await startService({
  name: 'audit',
  config,
  module: AuditModule.with(config),
  database: { url: config.DATABASE_URL, table: 'audit.entries' },
  prepare: (service) => listenToNats(service, config.NATS_URL, 'audit', 'audit'),
});
