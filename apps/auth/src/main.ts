import { postgresConnection } from '@burgee/process-kit';
import { startService } from '@burgee/service-kit';
import fastifyCookie from '@fastify/cookie';
import { AuthModule } from './auth.module.js';
import { loadConfig } from './config.js';

const config = loadConfig();

await startService({
  name: 'auth',
  config,
  module: AuthModule.with(config),
  database: { postgres: postgresConnection(config), table: 'auth.users' },
  prepare: async ({ fastify }) => {
    await fastify.register(fastifyCookie);
  },
});
