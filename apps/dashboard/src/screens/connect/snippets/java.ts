import type { FlagType } from '@burgee/contracts/wire';
import { noteOf } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const TYPES: Record<FlagType, string> = { boolean: 'boolean', string: 'String', number: 'double', json: 'Value' };
const METHODS: Record<FlagType, string> = { boolean: 'Boolean', string: 'String', number: 'Double', json: 'Object' };
const DEFAULTS: Record<FlagType, string> = {
  boolean: 'false',
  string: '"default"',
  number: '0.0',
  json: 'new Value(new ImmutableStructure())',
};

const wholeNumbers = (type: FlagType) =>
  type === 'number' ? '        // For whole numbers: int, getIntegerValue, and an integer as default.\n' : '';

export const java: Snippet = ({
  origin,
  sdkKey,
  flagKey,
  type,
}) => `// Maven: dev.openfeature:sdk:1.22.0, dev.openfeature.contrib.providers:ofrep:0.0.2
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.openfeature.contrib.providers.ofrep.*;
import dev.openfeature.sdk.*;

public class Main {
    public static void main(String[] args) {
        OpenFeatureAPI api = OpenFeatureAPI.getInstance();
        api.setProviderAndWait(OfrepProvider.constructProvider(OfrepProviderOptions.builder()
                .baseUrl("${origin}")
                .headers(ImmutableMap.of("x-api-key", ImmutableList.of("${sdkKey}")))
                .build()));
        Client flags = api.getClient();
        EvaluationContext user = new ImmutableContext("user-1");

${noteOf(type, '        ', '//', DEFAULTS[type])}${wholeNumbers(type)}        ${TYPES[type]} value = flags.get${METHODS[type]}Value("${flagKey}", ${DEFAULTS[type]}, user);
        System.out.println("${flagKey}: " + value${type === 'json' ? '.asStructure().asObjectMap()' : ''});
        api.shutdown();
    }
}`;
