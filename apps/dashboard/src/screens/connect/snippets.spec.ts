import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, snippet } from './snippets.js';

const VALUES = { origin: 'http://burgee.test', sdkKey: 'bge_sdk_x', flagKey: 'new-checkout', type: 'string' } as const;

describe('a snippet', () => {
  it.each(LANGUAGES)('%s has address and key filled in', (language) => {
    const code = snippet(language, VALUES);
    expect(code).toContain('http://burgee.test');
    expect(code).toContain('bge_sdk_x');
  });

  it.each(['JavaScript', 'Node.js'] as const)(
    '%s has the library from the service and installs nothing',
    (language) => {
      const code = snippet(language, VALUES);
      expect(code).toContain('http://burgee.test/sdk.js');
      expect(code).not.toContain('npm install');
    },
  );

  it.each(LANGUAGES.filter((language) => language !== 'curl'))(
    '%s asks for the flag with a default of its type',
    (language) => {
      expect(snippet(language, VALUES)).toContain("'new-checkout', 'default'");
      expect(snippet(language, VALUES)).toContain("// 'default' is used where the flag has no value.\n");
      expect(snippet(language, { ...VALUES, type: 'boolean' })).not.toContain('has no value');
      expect(snippet(language, { ...VALUES, type: 'boolean' })).toContain("'new-checkout', false");
    },
  );
});
