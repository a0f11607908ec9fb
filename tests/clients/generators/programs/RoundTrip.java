import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.ScoringApi;

/** Sends each hand of hands.json through the generated client: java RoundTrip ADDRESS. */
public class RoundTrip {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        ObjectMapper plain = new ObjectMapper();
        for (JsonNode hand : plain.readTree(new File("hands.json"))) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("game", hand.get("game").asText());
            try {
                send(client, hand, line);
            } catch (InvocationTargetException error) {
                line.put("error", String.valueOf(error.getCause()));
            } catch (Exception error) {
                line.put("error", String.valueOf(error));
            }
            System.out.println(plain.writeValueAsString(line));
        }
    }

    private static void send(ApiClient client, JsonNode hand, Map<String, Object> line) throws Exception {
        ObjectMapper mapper = client.getObjectMapper();
        for (Method method : ScoringApi.class.getMethods()) {
            if (method.getName().equals(hand.get("function").asText()) && method.getParameterCount() == 1) {
                Object typed = mapper.readValue(hand.get("request").toString(), method.getParameterTypes()[0]);
                line.put("sent", mapper.readTree(mapper.writeValueAsString(typed)));
                Object answer = method.invoke(new ScoringApi(client), typed);
                line.put("totals", answer.getClass().getMethod("getTotals").invoke(answer));
                return;
            }
        }
        throw new NoSuchMethodException(hand.get("function").asText());
    }
}
