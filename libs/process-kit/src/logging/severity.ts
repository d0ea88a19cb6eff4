/** OpenTelemetry's severities, by pino's levels. */
const SEVERITY_NUMBERS: Record<string, number> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };

/** A level in OpenTelemetry's log data model: `{ severity_text: 'WARN', severity_number: 13 }`. */
export function severityOf(level: string): { severity_text: string; severity_number: number } {
  return { severity_text: level.toUpperCase(), severity_number: SEVERITY_NUMBERS[level] ?? 0 };
}
