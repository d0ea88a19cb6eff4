<?php
// Prints a flag, and prints it again when it has another value. Each decision is a request by OFREP, so the next one sees a change.

/** @return array{value: mixed, reason: string} the default, and why, where there is no decision */
function decide(string $flag, mixed $default, array $context): array
{
    $request = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['content-type: application/json', 'x-api-key: ' . getenv('BURGEE_SDK_KEY')],
        'content' => json_encode(['context' => $context]),
        'timeout' => 2,
        'ignore_errors' => true,
    ]]);
    $url = getenv('BURGEE') . '/ofrep/v1/evaluate/flags/' . rawurlencode($flag);
    $answer = json_decode(@file_get_contents($url, false, $request) ?: '{}', true) ?? [];
    $reason = $answer['reason'] ?? $answer['errorCode'] ?? $answer['code'] ?? 'no answer';
    return ['value' => $answer['value'] ?? $default, 'reason' => $reason];
}

$flag = getenv('FLAG');
for ($last = ''; ; usleep(500_000)) {
    $decision = decide($flag, false, ['targetingKey' => 'visitor-1', 'country' => 'NO']);
    $now = "$flag is " . ($decision['value'] ? 'on' : 'off') . " for visitor-1 ({$decision['reason']})";
    if ($now !== $last) {
        echo "$now\n";
    }
    $last = $now;
}
