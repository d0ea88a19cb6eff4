// Answers each line on its input, a flag and a context, with a line: what Unleash's SDK says, with `true` as the default.
package main

import (
	"bufio"
	"encoding/json"
	"net/http"
	"os"
	"time"

	"github.com/Unleash/unleash-go-sdk/v5"
	"github.com/Unleash/unleash-go-sdk/v5/context"
)

type question struct {
	Flag    string
	Context context.Context
}

type answer struct {
	IsEnabled bool    `json:"isEnabled"`
	Value     *string `json:"value"`
}

func ask(q question) answer {
	said := answer{IsEnabled: unleash.IsEnabled(q.Flag, unleash.WithContext(q.Context), unleash.WithFallback(true))}
	if variant := unleash.GetVariant(q.Flag, unleash.WithVariantContext(q.Context)); variant.Enabled {
		said.Value = &variant.Payload.Value
	}
	return said
}

func main() {
	err := unleash.Initialize(
		unleash.WithUrl(os.Getenv("BURGEE")+"/unleash/api/"),
		unleash.WithAppName("interop"),
		unleash.WithCustomHeaders(http.Header{"Authorization": {os.Getenv("BURGEE_SDK_KEY")}}),
		unleash.WithRefreshInterval(time.Second),
		unleash.WithMetricsInterval(time.Second),
		unleash.WithBackupPath(os.Getenv("FOLDER")),
	)
	if err != nil {
		panic(err)
	}
	unleash.WaitForReady()
	answers := json.NewEncoder(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		answers.Encode(ask(q))
	}
}
