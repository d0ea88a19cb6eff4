import { Module } from '@nestjs/common';
import { ApplyGroups } from './apply-groups.js';
import { ApplyGroupsService } from './apply-groups.service.js';
import { GroupRolesController } from './group-roles.controller.js';
import { GroupRolesService } from './group-roles.service.js';

@Module({
  controllers: [GroupRolesController],
  providers: [ApplyGroups, ApplyGroupsService, GroupRolesService],
})
export class GroupRolesModule {}
