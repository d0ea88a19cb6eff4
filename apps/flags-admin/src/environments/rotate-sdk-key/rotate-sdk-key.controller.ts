import { RotatedSdkKey, RotateSdkKeyRequest } from '@burgee/contracts';
import { RequireAccess, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, Member, type Membership, User } from '@burgee/session';
import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RotateSdkKeyService } from './rotate-sdk-key.service.js';

@ApiTags('environments')
@Controller('api/projects/:id/environments/:envId/rotate-sdk-key')
export class RotateSdkKeyController {
  constructor(private readonly keys: RotateSdkKeyService) {}

  @Post()
  @ApiOperation({ summary: 'Give an environment a new SDK key' })
  @HttpCode(200)
  @RequireAccess('admin')
  @ApiBody({ type: RotateSdkKeyRequest, required: false })
  @ApiOkResponse({ type: RotatedSdkKey })
  rotate(
    @Param('id') _projectId: string,
    @Param('envId', ResourceId) environmentId: string,
    @User() user: CurrentUser,
    @Member() member: Membership,
    @Body() body: RotateSdkKeyRequest,
  ): Promise<RotatedSdkKey> {
    return this.keys.rotate(user, member, environmentId, body.grace_seconds ?? 0);
  }
}
