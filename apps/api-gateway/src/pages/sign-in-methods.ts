import { every, type Repetition } from '@burgee/process-kit';

const AGAIN_AFTER_MILLISECONDS = 5_000;
const ANSWERS_WITHIN_MILLISECONDS = 2_000;

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
  /** What the page's head needs. */
  element = '';
  private readonly asking: Repetition;

  constructor(private readonly authUrl: string) {
    void this.ask();
    this.asking = every(AGAIN_AFTER_MILLISECONDS, () => this.ask());
  }

  stop(): void {
    this.asking.stop();
  }

  /** Without an answer, what was known before stays. */
  private async ask(): Promise<void> {
    try {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MILLISECONDS);
      const response = await fetch(new URL('/api/auth/providers', this.authUrl), { signal });
      if (response.ok) this.element = describeMethods(await response.json());
    } catch {
      // auth is down or starts.
    }
  }
}
