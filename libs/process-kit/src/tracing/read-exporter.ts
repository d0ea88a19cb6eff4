/** What `OTEL_*` says about sending traces, as OpenTelemetry's specification defines these variables. */
type Environment = Partial<Record<string, string>>;

/** Traces are sent, are turned off, or are asked for in a way that Burgee does not have: then it says why. */
export type TracesExport = { kind: 'on' | 'off' } | { kind: 'unsupported'; reason: string };

/** Burgee sends traces by OTLP over HTTP, and in no other way. */
export function readExporter(env: Environment): TracesExport {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return { kind: 'off' };
  const exporter = env.OTEL_TRACES_EXPORTER?.trim() || 'otlp';
  if (exporter === 'none') return { kind: 'off' };
  if (exporter !== 'otlp')
    return { kind: 'unsupported', reason: `OTEL_TRACES_EXPORTER=${exporter} is not supported. Use otlp or none.` };
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?.trim() || env.OTEL_EXPORTER_OTLP_PROTOCOL?.trim() || 'http';
  if (protocol.startsWith('http')) return { kind: 'on' };
  return {
    kind: 'unsupported',
    reason: `OTEL_EXPORTER_OTLP_PROTOCOL=${protocol} is not supported. Use http/protobuf, and the port for it (4318).`,
  };
}
