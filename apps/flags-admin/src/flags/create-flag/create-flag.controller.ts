import { CreateFlagRequest, FlagView } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CreateFlagService } from './create-flag.service.js';

@ApiTags('flags')
@Controller('api/projects/:id/flags')
export class CreateFlagController {
  constructor(private readonly flags: CreateFlagService) {}

  @Post()
  @ApiOperation({ summary: 'Create a flag, off in the environments named' })
  @RequireAccess('editor')
  @ApiCreatedResponse({ type: FlagView })
  create(
    @Param('id') _projectId: string,
    @User() user: CurrentUser,
    @Member() { projectId }: Membership,
    @Body() body: CreateFlagRequest,
  ): Promise<FlagView> {
    return this.flags.create(user, projectId, body);
  }
}
