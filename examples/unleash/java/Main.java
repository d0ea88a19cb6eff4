import io.getunleash.DefaultUnleash;
import io.getunleash.Unleash;
import io.getunleash.UnleashContext;
import io.getunleash.event.UnleashReady;
import io.getunleash.event.UnleashSubscriber;
import io.getunleash.util.UnleashConfig;
import java.util.concurrent.CountDownLatch;

/** Prints a flag, and prints it again when it has another value. Unleash's own SDK decides in this process, and follows a stream. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(1);
        Unleash unleash = new DefaultUnleash(UnleashConfig.builder()
                .unleashAPI(System.getenv("BURGEE") + "/unleash/api/")
                .appName("example")
                .apiKey(System.getenv("BURGEE_SDK_KEY"))
                .experimentalStreamingMode()
                .subscriber(new UnleashSubscriber() {
                    @Override
                    public void onReady(UnleashReady event) {
                        ready.countDown();
                    }
                })
                .build());
        ready.await();
        UnleashContext visitor = UnleashContext.builder().userId("visitor-1").addProperty("country", "NO").build();

        String flag = System.getenv("FLAG");
        for (String last = ""; ; Thread.sleep(500)) {
            String now = flag + " is " + (unleash.isEnabled(flag, visitor) ? "on" : "off") + " for visitor-1";
            if (!now.equals(last)) System.out.println(now);
            last = now;
        }
    }
}
