import type { IncomingMessage, ServerResponse } from 'node:http';
import { DomainError } from '@burgee/contracts/wire';
import { addressSite, FairQueue } from '@burgee/process-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Bytes that an organization's addresses may send. A switch has fifty; of the largest import three fit at once. */
const OF_SITE = { perSecond: 4_000_000, burst: 40_000_000, atOnce: Infinity, atOnceOfOne: Infinity };
/** Bytes up to which a body is nothing beside its request, and requests have a limit of their own. */
const SMALL = 4_096;
/** Bytes: a piece of a body takes as much beside its own, in memory and in time, and callers choose how small pieces are. */
export const AROUND_PIECE = 256;
/** A body that was begun in time may overdraw by as much as comes in so long: more than the largest has. */
const OVERDRAWN_AT_MOST_MS = 5_000;
/** Bytes that are still read of a refused body, so that its caller can read the refusal: more than any may have but an import. */
const READ_OF_OVERDRAWN = 200_000;

const overdrawn = (owedMs: number) => {
  const retryAfterSeconds = Math.ceil(owedMs / 1_000);
  return new DomainError(
    'too_many_requests',
    `One address may send ${OF_SITE.perSecond / 1_000_000} MB in a second, and ${OF_SITE.burst / 1_000_000} MB at once, in bodies of ` +
      `more than ${SMALL / 1_024} kB, and yours has sent more. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
};

type Sent = Pick<FastifyRequest, 'ip' | 'headers'>;

/** Bytes of a body at most, as its request says: 0 where there is none, and any number where it comes in chunks. */
const lengthOf = ({ headers }: Sent) =>
  'transfer-encoding' in headers ? Infinity : Number(headers['content-length'] ?? 0);

/** Requests of which nothing more is read. */
const ending = new WeakSet<IncomingMessage>();

/** Nothing more is read from its connection, which ends once the answer has left. */
function readNoFurther(raw: IncomingMessage, response: ServerResponse): void {
  ending.add(raw);
  raw.socket.pause();
  if (response.writableFinished) raw.destroy();
  else response.once('finish', () => raw.destroy());
}

/** What large bodies cost the network that sends them. Each is read and sent on before anybody is asked whose it is. */
export class BodyBudget {
  private readonly sites = new FairQueue(OF_SITE);

  /** Refuses large bodies of whoever has sent too many, wherever to. What comes of a body after its answer costs as much. */
  register(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', async (request, reply) => {
      const refusal = this.refusalOf(request);
      // Node reads what nobody does to its end.
      if (refusal && lengthOf(request) > READ_OF_OVERDRAWN) readNoFurther(request.raw, reply.raw);
      if (refusal) throw refusal;
    });
    fastify.addHook('onSend', async ({ ip, raw }, reply) => {
      if (!raw.complete && !ending.has(raw)) this.drop(addressSite(ip), raw, reply.raw);
    });
  }

  /** @returns too_many_requests for a large body of a network that has sent too many, and until when */
  refusalOf(request: Sent): DomainError | undefined {
    if (lengthOf(request) <= SMALL) return undefined;
    const owedMs = this.sites.owedMsOf(addressSite(request.ip));
    return owedMs > 0 ? overdrawn(owedMs) : undefined;
  }

  /** @returns what to call with the bytes of each piece of the body; it throws too_many_requests once the network has overdrawn by far */
  begin(request: Sent): (bytes: number) => void {
    if (lengthOf(request) <= SMALL) return () => undefined;
    const site = addressSite(request.ip);
    return (bytes) => {
      this.spend(site, bytes);
      const owedMs = this.sites.owedMsOf(site);
      if (owedMs > OVERDRAWN_AT_MOST_MS) throw overdrawn(owedMs);
    };
  }

  /** @returns what a piece of so many bytes costs */
  private spend(site: string, bytes: number): number {
    const cost = AROUND_PIECE + bytes;
    this.sites.spend(site, cost);
    return cost;
  }

  /** Reads what is left of a body; of whoever has overdrawn no more than others may send. */
  private drop(site: string, raw: IncomingMessage, response: ServerResponse): void {
    let read = 0;
    const onPiece = ({ length }: Buffer) => {
      read += this.spend(site, length);
      if (read <= READ_OF_OVERDRAWN || this.sites.owedMsOf(site) === 0) return;
      raw.off('data', onPiece);
      readNoFurther(raw, response);
    };
    raw.on('data', onPiece);
  }
}
