// Answers each line on its input, a question of JSON, with a line: what OpenFeature says.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"

	"github.com/open-feature/go-sdk-contrib/providers/ofrep"
	"github.com/open-feature/go-sdk/openfeature"
)

type question struct {
	Flag, Type string
	Default    any
	Context    map[string]any
}

type answer struct {
	Value     any    `json:"value"`
	Reason    string `json:"reason"`
	Variant   string `json:"variant"`
	ErrorCode string `json:"errorCode"`
}

func answerOf[T any](details openfeature.GenericEvaluationDetails[T]) answer {
	return answer{details.Value, string(details.Reason), details.Variant, string(details.ErrorCode)}
}

func ask(client *openfeature.Client, q question) answer {
	key, _ := q.Context["targetingKey"].(string)
	delete(q.Context, "targetingKey")
	about := openfeature.NewEvaluationContext(key, q.Context)
	ctx := context.Background()
	// An error is in the details too.
	switch q.Type {
	case "boolean":
		details, _ := client.BooleanValueDetails(ctx, q.Flag, q.Default.(bool), about)
		return answerOf(details)
	case "string":
		details, _ := client.StringValueDetails(ctx, q.Flag, q.Default.(string), about)
		return answerOf(details)
	case "integer":
		details, _ := client.IntValueDetails(ctx, q.Flag, int64(q.Default.(float64)), about)
		return answerOf(details)
	case "float":
		details, _ := client.FloatValueDetails(ctx, q.Flag, q.Default.(float64), about)
		return answerOf(details)
	default:
		details, _ := client.ObjectValueDetails(ctx, q.Flag, q.Default, about)
		// It returns nil for a flag without a value.
		if details.Value == nil && os.Getenv("AS_IT_IS") == "" {
			details.Value = q.Default
		}
		return answerOf(details)
	}
}

func main() {
	provider := ofrep.NewProvider(os.Getenv("BURGEE"), ofrep.WithApiKeyAuth(os.Getenv("BURGEE_SDK_KEY")))
	if err := openfeature.SetProviderAndWait(provider); err != nil {
		panic(err)
	}
	client := openfeature.NewDefaultClient()
	answers := json.NewEncoder(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			panic(err)
		}
		answers.Encode(ask(client, q))
	}
}
