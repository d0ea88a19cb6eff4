import { Message } from '@burgee/contracts/http';
import { Endpoint, ResourceId } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TokenAccessService } from './token-access.service.js';

@ApiTags('tokens')
@Controller('api/projects/:id/tokens/:tokenId/access')
export class TokenAccessController {
  constructor(private readonly access: TokenAccessService) {}

  /** It then acts here as itself, within its own scope. */
  @Post()
  @Endpoint({
    summary: "Admit one of the installation's API tokens",
    policy: 'owner',
    answers: Message,
    refuses: ['fresh_proof_required'],
  })
  async admitToken(
    @User() user: CurrentUser,
    @Param('id', ResourceId) projectId: string,
    @Param('tokenId', ResourceId) tokenId: string,
  ): Promise<Message> {
    await this.access.admit(user, projectId, tokenId);
    return { message: 'Token admitted' };
  }

  @Delete()
  @Endpoint({ summary: "Exclude one of the installation's API tokens", policy: 'owner', answers: Message })
  async excludeToken(
    @User() user: CurrentUser,
    @Param('id', ResourceId) projectId: string,
    @Param('tokenId', ResourceId) tokenId: string,
  ): Promise<Message> {
    await this.access.exclude(user, projectId, tokenId);
    return { message: 'Token excluded' };
  }
}
