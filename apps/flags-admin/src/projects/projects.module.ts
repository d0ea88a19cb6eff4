import { Module } from '@nestjs/common';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { CreateProjectService } from './create-project.service.js';
import { DeleteProjectService } from './delete-project.service.js';
import { ProjectQuery } from './project.query.js';
import { ProjectsController } from './projects.controller.js';
import { UpdateProjectService } from './update-project.service.js';

@Module({
  imports: [EnvironmentsModule],
  controllers: [ProjectsController],
  providers: [CreateProjectService, UpdateProjectService, DeleteProjectService, ProjectQuery],
  exports: [ProjectQuery],
})
export class ProjectsModule {}
