import { describe, expect, it } from '@jest/globals';
import { readExporter } from './read-exporter.js';

describe('traces', () => {
  it.each([
    [{}, 'on'],
    [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, 'on'],
    [{ OTEL_SDK_DISABLED: 'True' }, 'off'],
    [{ OTEL_SDK_DISABLED: 'false' }, 'on'],
    [{ OTEL_TRACES_EXPORTER: 'none' }, 'off'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }, 'on'],
  ])('with %j are %s', (env, kind) => {
    expect(readExporter(env)).toEqual({ kind });
  });

  it.each([
    [{ OTEL_TRACES_EXPORTER: 'console' }, 'OTEL_TRACES_EXPORTER=console'],
    [{ OTEL_TRACES_EXPORTER: 'otlp,console' }, 'OTEL_TRACES_EXPORTER=otlp,console'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL=grpc'],
  ])('with %j are not supported, and the reason names the setting', (env, named) => {
    expect(readExporter(env)).toMatchObject({ kind: 'unsupported', reason: expect.stringContaining(named) });
  });
});
