// Prints a flag, and prints it again when it has another value. Each decision is a request, so the next one sees a change.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/open-feature/go-sdk-contrib/providers/ofrep"
	"github.com/open-feature/go-sdk/openfeature"
)

func main() {
	provider := ofrep.NewProvider(os.Getenv("BURGEE"), ofrep.WithApiKeyAuth(os.Getenv("BURGEE_SDK_KEY")))
	if err := openfeature.SetProviderAndWait(provider); err != nil {
		log.Fatal(err)
	}
	flags := openfeature.NewDefaultClient()
	visitor := openfeature.NewEvaluationContext("visitor-1", map[string]any{"country": "NO"})

	for last := ""; ; time.Sleep(500 * time.Millisecond) {
		// This provider returns the default for a flag that is off, so it is false.
		flag, err := flags.BooleanValueDetails(context.Background(), os.Getenv("FLAG"), false, visitor)
		now := fmt.Sprintf("%s is %s for visitor-1 (%s)", flag.FlagKey, map[bool]string{true: "on", false: "off"}[flag.Value], flag.Reason)
		if err != nil {
			now = fmt.Sprintf("%s has its default: %v", flag.FlagKey, err)
		}
		if now != last {
			fmt.Println(now)
		}
		last = now
	}
}
