/** NATS is not connected, or the connection broke before a reply. */
export class NotConnected extends Error {
  constructor(cause?: unknown) {
    super('NATS is not connected', { cause });
  }
}

/** NATS is connected, but the subject of a request has no subscriber. */
export class NoResponders extends Error {
  constructor(subject: string) {
    super(`no subscriber on ${subject}`);
  }
}

/** NATS takes no message of this size. */
export class MessageTooLarge extends Error {
  constructor(subject: string, cause?: unknown) {
    super(`the message to ${subject} is larger than NATS takes`, { cause });
  }
}

/** The responder replied with an error; `status` tells which, such as `refused`. */
export class ErrorReply extends Error {
  constructor(
    readonly status: string,
    message: string,
  ) {
    super(message);
  }
}
