import { type AnotherAuth, aUser, startAuth, TestClient, unique } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const SAMPLES = 300;
const WARM_UP = 20;
/** Fewer than the attempts after which sign-ins to an account slow down. */
const TRIES_PER_EMAIL = 10;
const WITHIN_MS = 900_000;

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The distance of `a`'s rank sum from chance, in standard deviations (Mann-Whitney, normal approximation). */
function rankDistance(a: number[], b: number[]): number {
  const all = [...a.map((time) => ({ time, first: true })), ...b.map((time) => ({ time, first: false }))];
  all.sort((x, y) => x.time - y.time);
  const rankSum = all.reduce((sum, one, index) => sum + (one.first ? index + 1 : 0), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return Math.abs(u - (a.length * b.length) / 2) / spread;
}

describe('duration of a refused sign-in, over HTTP and at the default cost', () => {
  let auth: AnotherAuth;
  const known: string[] = [];
  const unknown: string[] = [];

  beforeAll(async () => {
    auth = await startAuth({});
    for (let i = 0; i < (SAMPLES + WARM_UP) / TRIES_PER_EMAIL; i++) {
      known.push((await aUser(auth.url)).email);
      unknown.push(`${unique('user')}@example.com`);
    }
  }, WITHIN_MS);

  afterAll(() => auth?.stop());

  /** Each from its own address, so that no limit applies. */
  async function timeOf(email: string): Promise<number> {
    const client = new TestClient(auth.url);
    const startedAt = performance.now();
    const { status } = await client.post('/api/auth/login', { email, password: 'a wrong password' });
    const time = performance.now() - startedAt;
    expect(status).toBe(404);
    return time;
  }

  it(
    'S14 does not reveal whether the email is known',
    async () => {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let i = 0; i < SAMPLES + WARM_UP; i++) {
        const emails = { known: known[i % known.length]!, unknown: unknown[i % unknown.length]! };
        // Interleaved, each first half of the time, so that other load affects both equally.
        const order = i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
        for (const kind of order) {
          const time = await timeOf(emails[kind]);
          if (i >= WARM_UP) times[kind].push(time);
        }
      }
      const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
      const difference = Math.abs(ofKnown - ofUnknown) / Math.max(ofKnown, ofUnknown);
      const distance = rankDistance(times.known, times.unknown);
      // 2.58 standard deviations: p = .01.
      expect({ difference, distance, alike: difference < 0.05 || distance < 2.58 }).toMatchObject({ alike: true });
    },
    WITHIN_MS,
  );
});
