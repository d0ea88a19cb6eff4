// Written by `burgee types`. Changes are lost with the next run.
import '@burgee/sdk';
import '@openfeature/core';

declare module '@burgee/sdk' {
  interface BurgeeFlags {
    'a.limit': 'number';
    'new-checkout': 'boolean';
    theme: 'string';
  }
}

declare module '@openfeature/core' {
  export type BooleanFlagKey = 'new-checkout';
  export type StringFlagKey = 'theme';
  export type NumberFlagKey = 'a.limit';
  export type ObjectFlagKey = never;
}
