/** A random sample of up to so many elements, each with the same probability. */
export function sampleOf<T>(all: readonly T[], atMost: number, random: () => number = Math.random): T[] {
  const sample = all.slice(0, atMost);
  for (let at = atMost; at < all.length; at++) {
    const place = Math.floor(random() * (at + 1));
    if (place < atMost) sample[place] = all[at] as T;
  }
  return sample;
}
