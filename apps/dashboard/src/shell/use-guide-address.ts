import { useMatches } from '@tanstack/react-router';
import { guideAddress } from './guide-pages.js';

/** Where the guide explains the screen that is open. */
export const useGuideAddress = (): string =>
  guideAddress(useMatches({ select: (matches) => matches.at(-1)?.fullPath }));
