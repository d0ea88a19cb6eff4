import { DomainError, type ErrorCode } from '@burgee/contracts/wire';

/** The functions that one process exposes to another. */
export type PeerCalls = Record<string, (...args: never[]) => unknown>;

/** A channel to another process, such as from a parent to its child. */
export interface Channel {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** A serialized error: the text for clients, and the codes that decide what happens next. */
interface SentError {
  message: string;
  code?: string | undefined;
  fault?: string | undefined;
  retryAfterSeconds?: number | undefined;
  isDomainError: boolean;
}

type Message =
  | { id?: number; call: string; args: unknown[] }
  | { answers: number; result?: unknown; error?: SentError };

function toSent(error: unknown): SentError {
  const { message, code, fault } = error as Error & { code?: string; fault?: string };
  const isDomainError = error instanceof DomainError;
  const retryAfterSeconds = isDomainError ? error.options.retryAfterSeconds : undefined;
  return { message, code, fault, isDomainError, retryAfterSeconds };
}

function toError({ message, code, fault, isDomainError, retryAfterSeconds }: SentError): Error {
  const options = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return isDomainError
    ? new DomainError(code as ErrorCode, message, options)
    : Object.assign(new Error(message), { code, fault });
}

/** Another process: calls its functions, and serves its calls here. */
export class Peer<Theirs extends PeerCalls> {
  private readonly open = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  private called = 0;

  constructor(
    private readonly channel: Channel,
    private readonly ours: PeerCalls,
  ) {
    channel.onMessage((message) => void this.receive(message as Message));
  }

  /** @throws errors of the remote function, and when the process ends first */
  call<N extends keyof Theirs & string>(
    name: N,
    ...args: Parameters<Theirs[N]>
  ): Promise<Awaited<ReturnType<Theirs[N]>>> {
    const id = ++this.called;
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject });
      this.channel.send({ id, call: name, args } satisfies Message);
    });
  }

  /** The same, without a response. */
  send<N extends keyof Theirs & string>(name: N, ...args: Parameters<Theirs[N]>): void {
    this.channel.send({ call: name, args } satisfies Message);
  }

  /** The process is gone: rejects all open calls. */
  end(): void {
    for (const { reject } of this.open.values()) reject(new Error('The process has ended.'));
    this.open.clear();
  }

  private async receive(message: Message): Promise<void> {
    if ('answers' in message) {
      const { answers, result, error } = message;
      const call = this.open.get(answers);
      this.open.delete(answers);
      if (error) call?.reject(toError(error));
      else call?.resolve(result as never);
      return;
    }
    const { id, call, args } = message;
    if (id === undefined) {
      this.ours[call]?.(...(args as never[]));
      return;
    }
    try {
      this.channel.send({ answers: id, result: await this.ours[call]?.(...(args as never[])) } satisfies Message);
    } catch (error) {
      this.channel.send({ answers: id, error: toSent(error) } satisfies Message);
    }
  }
}
