import type { VariantCounts } from '@burgee/contracts/http';

interface VariantShare {
  variant: keyof VariantCounts;
  count: number;
  /** 0 to 100. */
  percent: number;
}

const VARIANTS = ['on', 'targeted', 'off', 'error'] as const;

export const countOf = (variants: VariantCounts): number =>
  VARIANTS.reduce((sum, variant) => sum + variants[variant], 0);

/** The variants that applications got, each with its share of all. */
export function variantShares(variants: VariantCounts): VariantShare[] {
  const all = countOf(variants);
  return VARIANTS.flatMap((variant) => {
    const count = variants[variant];
    return count > 0 ? [{ variant, count, percent: (100 * count) / all }] : [];
  });
}
