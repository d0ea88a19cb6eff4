import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.getunleash.DefaultUnleash;
import io.getunleash.UnleashContext;
import io.getunleash.event.UnleashReady;
import io.getunleash.event.UnleashSubscriber;
import io.getunleash.util.UnleashConfig;
import io.getunleash.variant.Payload;
import io.getunleash.variant.Variant;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Answers each line on its input, a flag and a context, with a line: what Unleash's SDK says, with `true` as the default. */
public class Decide {
    private static final Gson JSON = new GsonBuilder().serializeNulls().create();

    record Context(String userId, String sessionId, String remoteAddress, Map<String, String> properties) {}

    record Question(String flag, Context context) {}

    record Answer(boolean isEnabled, String value) {}

    public static void main(String[] args) throws Exception {
        CountDownLatch ready = new CountDownLatch(1);
        UnleashConfig.Builder config = UnleashConfig.builder()
                .unleashAPI(System.getenv("BURGEE") + "/unleash/api/")
                .appName("interop")
                .apiKey(System.getenv("BURGEE_SDK_KEY"))
                .fetchTogglesInterval(1)
                .sendMetricsInterval(1)
                .backupFile(System.getenv("FOLDER") + "/backup.json")
                .subscriber(new UnleashSubscriber() {
                    @Override
                    public void onReady(UnleashReady event) {
                        ready.countDown();
                    }
                });
        if (System.getenv("STREAM") != null) config.experimentalStreamingMode();
        DefaultUnleash unleash = new DefaultUnleash(config.build());
        ready.await();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.setOut(new java.io.PrintStream(System.out, true, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Question question = JSON.fromJson(line, Question.class);
            UnleashContext context = contextOf(question.context());
            Variant variant = unleash.getVariant(question.flag(), context);
            String value = variant.isEnabled() ? variant.getPayload().map(Payload::getValue).orElse(null) : null;
            System.out.println(JSON.toJson(new Answer(unleash.isEnabled(question.flag(), context, true), value)));
        }
        System.exit(0);
    }

    private static UnleashContext contextOf(Context given) {
        UnleashContext.Builder context = UnleashContext.builder();
        if (given.userId() != null) context.userId(given.userId());
        if (given.sessionId() != null) context.sessionId(given.sessionId());
        if (given.remoteAddress() != null) context.remoteAddress(given.remoteAddress());
        given.properties().forEach(context::addProperty);
        return context.build();
    }
}
