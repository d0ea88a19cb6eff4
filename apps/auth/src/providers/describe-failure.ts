const CHARACTERS_AT_MOST = 300;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function causesOf(error: unknown): string[] {
  if (error instanceof Response) return [`status ${error.status}`];
  // Quotes what it read.
  if (!(error instanceof Error) || error instanceof SyntaxError) return [];
  const { error: name, error_description: description, code } = error as unknown as Record<string, unknown>;
  // As OAuth 2.0 names it, RFC 6749, 5.2.
  if (isText(name)) return [name, description].filter(isText);
  return [error.message || code, ...causesOf(error.cause)].filter(isText);
}

/** Why a request to a provider failed, for the log and for administrators: one line, without what was sent. */
export function describeFailure(error: unknown): string {
  const causes = [...new Set(causesOf(error))].join(': ').replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return causes.slice(0, CHARACTERS_AT_MOST) || 'unknown';
}
