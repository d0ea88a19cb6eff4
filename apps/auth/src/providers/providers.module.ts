import { Module } from '@nestjs/common';
import { IdentityRepository } from './identity.repository.js';
import { ProviderClient } from './provider-client.js';
import { ProviderLogout } from './provider-logout.js';
import { Sealed } from './sealed.js';

/** What signing out needs of providers, too. */
@Module({
  providers: [IdentityRepository, ProviderClient, ProviderLogout, Sealed],
  exports: [IdentityRepository, ProviderClient, ProviderLogout, Sealed],
})
export class ProvidersModule {}
