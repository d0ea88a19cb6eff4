import { CurrentUserView } from '@burgee/contracts';
import { RequireAccess } from '@burgee/service-kit';
import { type CurrentUser, User } from '@burgee/session';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

@ApiTags('auth')
@Controller('api/auth/me')
@RequireAccess('session')
export class MeController {
  @Get()
  @ApiOperation({ summary: 'Show who is signed in' })
  @ApiOkResponse({ type: CurrentUserView })
  me(@User() { id, name, email }: CurrentUser): CurrentUserView {
    return { id, name, email };
  }
}
