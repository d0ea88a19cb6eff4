import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { currentLogFields } from './request-context.js';
import { severityOf } from './severity.js';
import { switchLevelOnSignal } from './switch-level-on-signal.js';

export interface LogSettings {
  LOG_LEVEL: string;
  /** `json` or `pretty`; undefined: `pretty` where stdout is a terminal. */
  LOG_FORMAT?: string | undefined;
}

/** One line of JSON, or of text with colors, which is loaded for a person alone. */
function destination(format: string | undefined): DestinationStream | undefined {
  if ((format ?? (process.stdout.isTTY ? 'pretty' : 'json')) === 'json') return undefined;
  const load = createRequire(import.meta.url) as (name: 'pino-pretty') => typeof import('pino-pretty');
  return load('pino-pretty')({
    sync: true,
    messageKey: 'body',
    timestampKey: 'timestamp',
    levelKey: 'severity_text',
    errorLikeObjectKeys: ['exception'],
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'severity_number',
  });
}

/**
 * Lines on stdout by OpenTelemetry's names: `timestamp`, `severity_text`, `severity_number`, `service.name` and `body`, with
 * `request_id`, `trace_id` and `span_id` inside of a request. Secrets are removed by path. SIGUSR2 switches to `debug`, and back.
 */
export function createLogger(service: string, { LOG_LEVEL, LOG_FORMAT }: LogSettings): Logger {
  const logger = pino(
    {
      level: LOG_LEVEL,
      base: { 'service.name': service },
      messageKey: 'body',
      timestamp: () => `,"timestamp":"${new Date().toISOString()}"`,
      formatters: {
        level: severityOf,
        log: ({ err, ...rest }) => (err === undefined ? rest : { ...rest, exception: err }),
      },
      serializers: {
        exception: (error: Error) => {
          const { stack, ...known } = stdSerializers.err(error);
          return { ...known, stacktrace: stack };
        },
      },
      mixin: currentLogFields,
      redact: {
        paths: [
          '*.password',
          '*.confirmPassword',
          '*.token',
          '*.sdk_key',
          '*.client_key',
          '*.cookie',
          '*.authorization',
          'headers.cookie',
          'headers.authorization',
          'parameters',
          '*.parameters',
          // A command of Redis with its values, such as AUTH with a password.
          '*.command.args',
          '*.aggregateErrors[*].command.args',
          // All that a connection of Postgres knows.
          'exception.client',
        ],
        censor: '[cut]',
      },
    },
    destination(LOG_FORMAT),
  );
  switchLevelOnSignal(logger, LOG_LEVEL);
  return logger;
}
