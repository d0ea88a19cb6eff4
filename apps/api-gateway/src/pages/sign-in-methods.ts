const ASKED_AGAIN_AFTER_MILLISECONDS = 5_000;
const ANSWERS_WITHIN_MILLISECONDS = 1_000;

/** For an attribute in double quotes. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** An element that tells the sign-in page its providers, so that it shows them at once. Empty without providers. */
export function describeMethods(answer: unknown): string {
  const { password, providers } = Object(answer) as { password?: unknown; providers?: unknown };
  if (!Array.isArray(providers) || providers.length === 0) return '';
  return `<meta name="burgee-sign-in" content="${escaped(JSON.stringify({ password, providers }))}" />`;
}

/** The ways to sign in, as auth has them: they change only when it starts. */
export class SignInMethods {
  private known: string | undefined;
  private asked = -Infinity;
  private asking: Promise<void> = Promise.resolve();

  constructor(private readonly authUrl: string) {}

  /** What the page's head needs: what auth said last, and while it never answered, what it says within a second. */
  async element(): Promise<string> {
    if (performance.now() - this.asked > ASKED_AGAIN_AFTER_MILLISECONDS) {
      this.asked = performance.now();
      this.asking = this.ask();
    }
    if (this.known === undefined) await this.asking;
    return this.known ?? '';
  }

  private async ask(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MILLISECONDS);
      const response = await fetch(new URL('/api/auth/providers', this.authUrl), { signal });
      if (response.ok) this.known = describeMethods(await response.json());
    } catch {
      // auth is down or starts. What was known before stays.
    }
  }
}
