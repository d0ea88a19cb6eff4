import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.openfeature.contrib.providers.ofrep.OfrepProvider;
import dev.openfeature.contrib.providers.ofrep.OfrepProviderOptions;
import dev.openfeature.sdk.Client;
import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.FlagEvaluationDetails;
import dev.openfeature.sdk.ImmutableContext;
import dev.openfeature.sdk.OpenFeatureAPI;
import dev.openfeature.sdk.Value;
import java.util.Map;

/** Prints a flag, and prints it again when it has another value. Each decision is a request, so the next one sees a change. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        OpenFeatureAPI api = OpenFeatureAPI.getInstance();
        api.setProviderAndWait(OfrepProvider.constructProvider(OfrepProviderOptions.builder()
                .baseUrl(System.getenv("BURGEE"))
                .headers(ImmutableMap.of("x-api-key", ImmutableList.of(System.getenv("BURGEE_SDK_KEY"))))
                .build()));
        Client flags = api.getClient();
        EvaluationContext visitor = new ImmutableContext("visitor-1", Map.of("country", new Value("NO")));

        for (String last = ""; ; Thread.sleep(500)) {
            FlagEvaluationDetails<Boolean> flag = flags.getBooleanDetails(System.getenv("FLAG"), false, visitor);
            String now = flag.getErrorCode() == null
                    ? flag.getFlagKey() + " is " + (flag.getValue() ? "on" : "off") + " for visitor-1 (" + flag.getReason() + ")"
                    : flag.getFlagKey() + " has its default: " + flag.getErrorMessage();
            if (!now.equals(last)) System.out.println(now);
            last = now;
        }
    }
}
