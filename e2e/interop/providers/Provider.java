import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.openfeature.contrib.providers.ofrep.OfrepProvider;
import dev.openfeature.contrib.providers.ofrep.OfrepProviderOptions;
import dev.openfeature.sdk.Client;
import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.FlagEvaluationDetails;
import dev.openfeature.sdk.ImmutableContext;
import dev.openfeature.sdk.OpenFeatureAPI;
import dev.openfeature.sdk.Structure;
import dev.openfeature.sdk.Value;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.LinkedHashMap;
import java.util.Map;

/** Answers each line on its input, a question of JSON, with a line: what OpenFeature says. */
public class Provider {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] args) throws Exception {
        OpenFeatureAPI api = OpenFeatureAPI.getInstance();
        api.setProviderAndWait(OfrepProvider.constructProvider(OfrepProviderOptions.builder()
                .baseUrl(System.getenv("BURGEE"))
                .headers(ImmutableMap.of("x-api-key", ImmutableList.of(System.getenv("BURGEE_SDK_KEY"))))
                .build()));
        Client client = api.getClient();
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(JSON.writeValueAsString(ask(client, JSON.readTree(line))));
        }
        api.shutdown();
    }

    private static Map<String, Object> ask(Client client, JsonNode question) {
        String flag = question.get("flag").asText();
        JsonNode preset = question.get("default");
        EvaluationContext context = contextOf(question.get("context"));
        return switch (question.get("type").asText()) {
            case "boolean" -> answer(client.getBooleanDetails(flag, preset.asBoolean(), context));
            case "string" -> answer(client.getStringDetails(flag, preset.asText(), context));
            case "integer" -> answer(client.getIntegerDetails(flag, preset.asInt(), context));
            case "float" -> answer(client.getDoubleDetails(flag, preset.asDouble(), context));
            default -> answer(client.getObjectDetails(flag, Value.objectToValue(JSON.convertValue(preset, Map.class)), context));
        };
    }

    private static EvaluationContext contextOf(JsonNode given) {
        Map<String, Value> attributes = new LinkedHashMap<>();
        given.properties().forEach((one) -> attributes.put(one.getKey(), Value.objectToValue(JSON.convertValue(one.getValue(), Object.class))));
        Value key = attributes.remove("targetingKey");
        return key == null ? new ImmutableContext(attributes) : new ImmutableContext(key.asString(), attributes);
    }

    private static Map<String, Object> answer(FlagEvaluationDetails<?> details) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("value", details.getValue() instanceof Value value ? plain(value) : details.getValue());
        answer.put("reason", textOf(details.getReason()));
        answer.put("variant", textOf(details.getVariant()));
        answer.put("errorCode", textOf(details.getErrorCode()));
        return answer;
    }

    private static Object plain(Value value) {
        if (value.isStructure()) {
            Structure structure = value.asStructure();
            Map<String, Object> fields = new LinkedHashMap<>();
            structure.keySet().forEach((key) -> fields.put(key, plain(structure.getValue(key))));
            return fields;
        }
        return value.isList() ? value.asList().stream().map(Provider::plain).toList() : value.asObject();
    }

    private static String textOf(Object value) {
        return value == null ? "" : value.toString();
    }
}
