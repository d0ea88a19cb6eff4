import type { FlagType } from '@burgee/contracts/wire';
import { noteOf } from './script-defaults.js';
import type { Snippet } from './snippet.js';

const METHODS: Record<FlagType, string> = { boolean: 'Boolean', string: 'String', number: 'Float', json: 'Object' };
const DEFAULTS: Record<FlagType, string> = { boolean: 'false', string: '"default"', number: '0', json: 'nil' };

/** Here a boolean needs a note too: the providers of other languages return false while it is off. */
const noteOn = (type: FlagType) =>
  type === 'boolean'
    ? '\t// This provider returns your default for a flag that is off, so pass false.\n'
    : noteOf(type, '\t', '//', DEFAULTS[type]);

export const go: Snippet = ({ origin, sdkKey, flagKey, type }) => `// go get github.com/open-feature/go-sdk@v1.20.0
// go get github.com/open-feature/go-sdk-contrib/providers/ofrep@v0.1.6
package main

import (
	"context"
	"fmt"

	"github.com/open-feature/go-sdk-contrib/providers/ofrep"
	"github.com/open-feature/go-sdk/openfeature"
)

func main() {
	burgee := ofrep.NewProvider("${origin}", ofrep.WithApiKeyAuth("${sdkKey}"))
	if err := openfeature.SetProviderAndWait(burgee); err != nil {
		panic(err)
	}
	flags := openfeature.NewDefaultClient()
	user := openfeature.NewEvaluationContext("user-1", nil)

${noteOn(type)}	value, err := flags.${METHODS[type]}Value(context.Background(), "${flagKey}", ${DEFAULTS[type]}, user)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println("${flagKey}:", value)
}`;
