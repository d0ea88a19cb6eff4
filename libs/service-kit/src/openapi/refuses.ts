import type { ErrorCode } from '@burgee/contracts/wire';
import { ApiExtension } from '@nestjs/swagger';

/** The member of an operation that holds its own error codes, until they are described. */
export const REFUSES_EXTENSION = 'x-refuses';

/** Error codes that only this route answers. What policy, path and body imply is described without it. */
export const Refuses = (...codes: ErrorCode[]): MethodDecorator => ApiExtension(REFUSES_EXTENSION, codes as never);
