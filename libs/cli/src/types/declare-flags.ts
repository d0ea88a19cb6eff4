/** The fields of a served flag that become a type. */
export interface TypedFlag {
  readonly key: string;
  readonly type: string;
}

const OPENFEATURE_KEYS = [
  ['BooleanFlagKey', 'boolean'],
  ['StringFlagKey', 'string'],
  ['NumberFlagKey', 'number'],
  ['ObjectFlagKey', 'json'],
] as const;

/** Quotes text from the service, so that no quote, backslash or line break in it ends the string. */
const quote = (text: string): string => JSON.stringify(text);

/**
 * A declaration file with the keys of flags as types, ordered by key.
 * @param openFeature declares the keys of `@openfeature/core` too
 */
export function declareFlags(flags: readonly TypedFlag[], openFeature: boolean): string {
  const sorted = flags.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const lines = [
    '// Written by `burgee types`. Changes are lost with the next run.',
    "import '@burgee/sdk';",
    ...(openFeature ? ["import '@openfeature/core';"] : []),
    '',
    "declare module '@burgee/sdk' {",
    '  interface BurgeeFlags {',
    ...sorted.map(({ key, type }) => `    ${quote(key)}: ${quote(type)};`),
    '  }',
    '}',
  ];
  if (!openFeature) return `${lines.join('\n')}\n`;
  const unions = OPENFEATURE_KEYS.map(([name, type]) => {
    const keys = sorted.filter((flag) => flag.type === type).map(({ key }) => quote(key));
    return `  export type ${name} = ${keys.join(' | ') || 'never'};`;
  });
  return `${[...lines, '', "declare module '@openfeature/core' {", ...unions, '}'].join('\n')}\n`;
}
