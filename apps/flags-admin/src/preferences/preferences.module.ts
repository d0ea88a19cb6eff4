import { Module } from '@nestjs/common';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesRepository } from './preferences.repository.js';

@Module({
  controllers: [PreferencesController],
  providers: [PreferencesRepository],
})
export class PreferencesModule {}
