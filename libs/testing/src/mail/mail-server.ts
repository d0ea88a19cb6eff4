import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  messageId: string;
  to: string[];
  subject: string;
  text: string;
  /** As it came, decoded from quoted-printable. */
  raw: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  close: () => Promise<void>;
}

/** What to do with a mail once all of it has come: takes it, refuses it with a reply, or disconnects. */
export type MailPolicy = (mail: ReceivedMail) => undefined | number | 'disconnect' | Promise<undefined>;

interface MailServerOptions {
  port?: number;
  /** The reply to RCPT TO; undefined takes it. */
  recipient?: (address: string) => number | undefined;
  policy?: MailPolicy;
}

function decode(quoted: string): string {
  const bytes = quoted
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const headerOf = (raw: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(raw)?.[1]?.trim() ?? '';

function parse(source: string, to: string[]): ReceivedMail {
  const raw = decode(source);
  const plain = raw.slice(raw.indexOf('\r\n\r\n', raw.indexOf('text/plain')) + 4);
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? '\0';
  const end = plain.indexOf(`--${boundary}`);
  const [messageId, subject] = [headerOf(raw, 'message-id'), headerOf(raw, 'subject')];
  return { messageId, to, subject, text: end < 0 ? plain : plain.slice(0, end), raw };
}

const refusal = (responseCode: number) => Object.assign(new Error('refused by the test'), { responseCode });

/** A real SMTP server without TLS, which can refuse, be slow, and die before its answer. */
export async function startMailServer({ port = 0, recipient, policy }: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = recipient?.(address);
      done(code === undefined ? null : refusal(code));
    },
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const mail = parse(
          await text(stream),
          envelope.rcptTo.map(({ address }) => address),
        );
        const decided = policy?.(mail);
        if (typeof decided === 'number') return done(refusal(decided));
        await decided;
        mails.push(mail);
        if (decided === 'disconnect') for (const socket of sockets) socket.destroy();
        else done();
      };
      void receive();
    },
  });
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // A client that leaves is no fault of the server.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The path and token of the link in a mail. */
export const linkIn = (mail: ReceivedMail | undefined): string =>
  /\/(?:link\/|invitation#)\S+/.exec(mail?.text ?? '')?.[0] ?? '';
