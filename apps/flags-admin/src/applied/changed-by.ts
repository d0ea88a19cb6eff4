import type { FlagSetVersion } from '@burgee/contracts/wire';
import type { FastifyReply } from 'fastify';

const changed = new WeakMap<FastifyReply, readonly FlagSetVersion[]>();

/** Notes where environments are with the change that this answers. */
export const noteChanged = (reply: FastifyReply, versions: readonly FlagSetVersion[]): void =>
  void changed.set(reply, versions);

export const changedBy = (reply: FastifyReply): readonly FlagSetVersion[] => changed.get(reply) ?? [];
