import { startService } from '@burgee/service-kit';
import fastifyCookie from '@fastify/cookie';
import { AuthModule } from './auth.module.js';
import { loadConfig } from './config.js';

const config = loadConfig();

await startService({
  name: 'auth',
  config,
  module: AuthModule.with(config),
  prepare: async ({ fastify }) => {
    await fastify.register(fastifyCookie);
  },
});
