{{- /*
The services, and who talks to whom. Workloads, Services, probes and NetworkPolicies are all made from this table: a new service is a row here and a key of values.yaml.
  values   its key in values.yaml
  calls    services that it calls over HTTP
  engines  engines that it connects to, each as its own user
  secrets  settings that come from the Secret
  public   clients reach it
  streams  it keeps event streams open, which it ends one by one when it stops
  keeps    it has a folder for its last known good answers
*/ -}}
{{- define "burgee.services" -}}
api-gateway:
  values: apiGateway
  port: 8080
  ops: 7154
  calls: [auth, flags-admin, audit, sdk-gateway{{ if .Values.usage.enabled }}, usage{{ end }}]
  engines: []
  secrets: [SESSION_PUBLIC_KEY, FORWARDING_SECRET]
  public: true
  streams: true
auth:
  values: auth
  port: 7100
  ops: 7150
  calls: []
  engines: [postgres, redis, nats]
  secrets: [SESSION_PRIVATE_KEY, SESSION_PUBLIC_KEY, PASSWORD_PEPPER]
flags-admin:
  values: flagsAdmin
  port: 7101
  ops: 7151
  calls: []
  engines: [postgres, redis, nats]
  secrets: [SESSION_PUBLIC_KEY, SDK_KEY_SECRET]
  streams: true
audit:
  values: audit
  port: 7102
  ops: 7152
  calls: []
  engines: [postgres, nats]
  secrets: [SESSION_PUBLIC_KEY, AUDIT_CHECKPOINT_KEY]
usage:
  values: usage
  port: 7106
  ops: 7156
  calls: []
  engines: [postgres, nats]
  secrets: [SESSION_PUBLIC_KEY]
sdk-gateway:
  values: sdkGateway
  port: 8081
  ops: 7153
  calls: []
  engines: [postgres, redis, nats]
  secrets: [STREAM_TICKET_SECRET, FORWARDING_SECRET]
  public: true
  streams: true
  keeps: true
edge:
  values: edge
  port: 8090
  ops: 7155
  calls: [{{ if not .Values.edge.upstreamUrls }}sdk-gateway{{ end }}]
  engines: []
  secrets: [EDGE_TICKET_SECRET]
  public: true
  streams: true
  keeps: true
{{- end -}}

{{- /* The enabled services, each with its name, and its values over the values of `common`. */ -}}
{{- define "burgee.enabled" -}}
{{- $root := . -}}
{{- $enabled := dict -}}
{{- range $name, $service := include "burgee.services" . | fromYaml -}}
{{- $own := index $root.Values $service.values -}}
{{- if $own.enabled -}}
{{- $values := mergeOverwrite (deepCopy $root.Values.common) (deepCopy $own) -}}
{{- $_ := set $enabled $name (mergeOverwrite (deepCopy $service) (dict "name" $name "key" $service.values "values" $values)) -}}
{{- end -}}
{{- end -}}
{{- toYaml $enabled -}}
{{- end -}}

{{- define "burgee.usesPostgres" -}}
{{- range include "burgee.enabled" . | fromYaml }}{{ if has "postgres" .engines }}yes{{ end }}{{ end -}}
{{- end -}}
