import type { ErrorCode } from '@burgee/contracts/wire';
import { ApiExtension } from '@nestjs/swagger';

/** The OpenAPI field of an operation with its own error codes, until they are described. */
export const REFUSES_EXTENSION = 'x-refuses';

/** Error codes of this route only. Codes that follow from policy, path and body are described without it. */
export const Refuses = (...codes: ErrorCode[]): MethodDecorator => ApiExtension(REFUSES_EXTENSION, codes as never);
