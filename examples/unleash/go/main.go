// Prints a flag, and prints it again when it has another value. Unleash's own SDK decides in this process.
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/Unleash/unleash-go-sdk/v5"
	"github.com/Unleash/unleash-go-sdk/v5/context"
)

func main() {
	err := unleash.Initialize(
		unleash.WithUrl(os.Getenv("BURGEE")+"/unleash/api/"),
		unleash.WithAppName("example"),
		unleash.WithCustomHeaders(http.Header{"Authorization": {os.Getenv("BURGEE_SDK_KEY")}}),
		unleash.WithRefreshInterval(time.Second),
	)
	if err != nil {
		log.Fatal(err)
	}
	unleash.WaitForReady()
	visitor := context.Context{UserId: "visitor-1", Properties: map[string]string{"country": "NO"}}

	flag := os.Getenv("FLAG")
	for last := ""; ; time.Sleep(500 * time.Millisecond) {
		isOn := unleash.IsEnabled(flag, unleash.WithContext(visitor))
		now := fmt.Sprintf("%s is %s for visitor-1", flag, map[bool]string{true: "on", false: "off"}[isOn])
		if now != last {
			fmt.Println(now)
		}
		last = now
	}
}
