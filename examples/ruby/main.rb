# Prints a flag, and prints it again when it has another value. Each decision is a request by OFREP, so the next one sees a change.

require 'json'
require 'net/http'

# Returns the value and the reason: the default, and why, where there is no decision.
def decide(flag, default, context)
  url = URI("#{ENV.fetch('BURGEE')}/ofrep/v1/evaluate/flags/#{URI.encode_www_form_component(flag)}")
  headers = { 'content-type' => 'application/json', 'x-api-key' => ENV.fetch('BURGEE_SDK_KEY') }
  options = { use_ssl: url.scheme == 'https', open_timeout: 2, read_timeout: 2 }
  answer = Net::HTTP.start(url.host, url.port, options) do |http|
    JSON.parse(http.post(url.path, JSON.generate(context: context), headers).body)
  end
  [answer.fetch('value', default), answer['reason'] || answer['errorCode'] || answer['code']]
rescue SystemCallError, IOError, Timeout::Error, JSON::ParserError => e
  [default, e.message]
end

$stdout.sync = true
flag = ENV.fetch('FLAG')
last = nil
loop do
  value, reason = decide(flag, false, { targetingKey: 'visitor-1', country: 'NO' })
  now = "#{flag} is #{value ? 'on' : 'off'} for visitor-1 (#{reason})"
  puts now if now != last
  last = now
  sleep 0.5
end
