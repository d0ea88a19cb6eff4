import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/**
 * How hard a password is to guess, from 0 (one of the first that attackers try) to 4. It sends nothing: the lists are
 * part of this file.
 */
export const estimateStrength = (password: string): number => estimator.check(password).score;
