import type { Row } from './gherkin.js';

interface Unfit {
  scenario: string;
  /** Rows of that scenario that run anyway. */
  except?: RegExp;
  why: string;
}

const NO_REST = 'With a rule, everyone it does not match gets the code’s default.';
const NO_VARIANT = 'Variants are Burgee’s own: on, off, targeted.';
const NO_FALSE = 'A boolean flag that is on for everyone is true.';
const METADATA = 'Flag metadata are Burgee’s own: `flagId`, `version`, `bucketing`.';

/** Rows of the specification that no Burgee flag can satisfy. docs/guides/openfeature.md has the reasons. */
export const UNFIT: Unfit[] = [
  { scenario: 'Resolves zero value', except: /(String|Integer|Float|Object)-flag/, why: NO_FALSE },
  { scenario: 'Resolves zero value with targeting using default', except: /Boolean-flag/, why: NO_REST },
  { scenario: 'Complete evaluation details structure', except: /Boolean-flag/, why: NO_VARIANT },
  { scenario: 'Flag metadata in evaluation details', why: METADATA },
  { scenario: 'Empty evaluation context', except: /Boolean-flag/, why: NO_REST },
  { scenario: 'Null context values', except: /Boolean-flag/, why: NO_REST },
  { scenario: 'Multiple context attributes targeting', why: 'A rule compares one attribute.' },
  { scenario: 'Variant field population', except: /Boolean-flag/, why: NO_VARIANT },
  {
    scenario: 'CACHED reason',
    why: 'CACHED means flags of the last visit, not a repeated evaluation.',
  },
  { scenario: 'Returns metadata', why: METADATA },
  { scenario: 'Returns no metadata', why: METADATA },
];

const isMeant = (row: Row) => (unfit: Unfit) => unfit.scenario === row.scenario && !unfit.except?.test(row.first);

/** @returns why it does not run; undefined when it does */
export const whyUnfit = (row: Row): string | undefined => UNFIT.find(isMeant(row))?.why;
