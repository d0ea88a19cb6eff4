import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { ProjectEventsController } from './project-events.controller.js';
import { ProjectStreamRegistry } from './project-stream-registry.js';
import { ProjectStreamQuery } from './project-stream.query.js';

@Module({
  imports: [ProjectsModule],
  controllers: [ProjectEventsController],
  providers: [ProjectStreamQuery, ProjectStreamRegistry],
  exports: [ProjectStreamRegistry],
})
export class ProjectEventsModule {}
