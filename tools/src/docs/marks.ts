/** A sign of translated English that a pattern can find, and what to write instead. */
export interface Mark {
  pattern: RegExp;
  say: string;
}

/** Some, such as `beside`, also have right uses: a person decides. */
export const MARKS: Mark[] = [
  { pattern: /\b(?:whoever|whatever|whichever)\b/gi, say: 'the noun: the client, the account, the request' },
  { pattern: /(?:^|[.:;] )What (?:is|was|it|they|a|an|the|has|had|goes|comes)\b/g, say: 'the noun: the rows that …' },
  { pattern: /\bthose (?:who|that|of)\b/gi, say: 'the noun: the clients that …' },
  { pattern: /\b(?:one|ones) (?:that|who|which)\b/gi, say: 'the noun again: a client that …' },
  { pattern: /\bof (?:whom|which)\b/gi, say: 'two sentences, or whose' },
  { pattern: /\b(?:nobody|somebody|everybody|stranger)s?\b/gi, say: 'the client, the account, anyone; no client' },
  {
    pattern: /\b(?:asked|waited|looked|paid|answered) for\b/gi,
    say: 'the active voice: the client requests, the loop waits',
  },
  {
    pattern: /\b(?:is|are|was|were) (?:told|held|given|brought|kept|said)\b/gi,
    say: 'who does it: Burgee stores, the page shows',
  },
  { pattern: /\bbeside\b/gi, say: 'next to' },
  { pattern: /\banew\b/gi, say: 'again, re-' },
  { pattern: /\bmeanwhile\b/gi, say: 'while …' },
  { pattern: /\bat (?:most|least)(?=[.,;:)])/gi, say: 'up to …, before the number' },
  { pattern: /\bas well\b/gi, say: 'also' },
  { pattern: /\b(?:thereby|therewith|wherein|whereby|hereby)\b/gi, say: 'two sentences' },
  { pattern: /\bfor as long as\b/gi, say: 'while, until' },
  { pattern: /\bin the way of\b|\bby the way of\b/gi, say: 'like, through' },
  {
    pattern:
      /\b(?:colour|behaviour|neighbour|honour|centre|organis|synchronis|recognis|serialis|analys(?=e)|licence)\w*/gi,
    say: 'American spelling',
  },
];
