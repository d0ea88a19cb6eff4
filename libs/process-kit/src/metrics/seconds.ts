/** The upper bounds of histograms of how long answers take. Each label of one costs three series more than there are here. */
export const SECONDS: readonly number[] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 2.5];
