import type { FlagType } from '@burgee/contracts/wire';
import { noteOf } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const METHODS: Record<FlagType, string> = { boolean: 'boolean', string: 'string', number: 'float', json: 'object' };
const DEFAULTS: Record<FlagType, string> = { boolean: 'False', string: '"default"', number: '0.0', json: '{}' };

const wholeNumbers = (type: FlagType) =>
  type === 'number' ? '# For whole numbers: get_integer_value, and an integer as default.\n' : '';

export const python: Snippet = ({
  origin,
  sdkKey,
  flagKey,
  type,
}) => `# pip install openfeature-sdk==0.10.0 openfeature-provider-ofrep==0.3.0
from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

headers = {"x-api-key": "${sdkKey}"}
api.set_provider_and_wait(OFREPProvider("${origin}", headers_factory=lambda: headers))
flags = api.get_client()

${noteOf(type, '', '#', DEFAULTS[type])}${wholeNumbers(type)}value = flags.get_${METHODS[type]}_value("${flagKey}", ${DEFAULTS[type]}, EvaluationContext("user-1"))
print("${flagKey}:", value)`;
