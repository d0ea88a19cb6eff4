{{- define "burgee.secretReference" -}}
{{- $other := index .root.Values.secrets.references .key -}}
{{- if $other -}}
secretKeyRef: { name: {{ $other.name }}, key: {{ default .key $other.key }} }
{{- else -}}
secretKeyRef: { name: {{ .root.Values.secrets.existingSecret }}, key: {{ .key }} }
{{- end -}}
{{- end -}}

{{- define "burgee.secretEnv" -}}
- name: {{ default .key .as }}
  valueFrom:
    {{- include "burgee.secretReference" . | nindent 4 }}
{{- end -}}

{{- define "burgee.upper" -}}
{{ . | replace "-" "_" | upper }}
{{- end -}}

{{- /* Where Postgres is, behind the user and password. */ -}}
{{- define "burgee.postgresAddress" -}}
{{- if .Values.devEngines.enabled -}}
{{ include "burgee.fullname" . }}-postgres:5432/burgee
{{- else -}}
{{ .Values.databaseExternal.address }}
{{- end -}}
{{- end -}}

{{- /* A service's own role, named after the database as the migration names it. Its password comes first: Kubernetes fills in only what stands before. */ -}}
{{- define "burgee.postgresEnv" -}}
{{- $upper := include "burgee.upper" .name -}}
{{- $address := include "burgee.postgresAddress" .root -}}
{{- $database := regexReplaceAll "^[^/]*/([^?]*).*$" $address "${1}" -}}
{{- $role := printf "%s_%s" $database (.name | replace "-" "_") -}}
{{- $password := printf "DATABASE_PASSWORD_%s" $upper -}}
{{ include "burgee.secretEnv" (dict "root" .root "key" $password) }}
- name: DATABASE_URL
  value: {{ printf "postgres://%s:$(%s)@%s" $role $password $address | quote }}
{{- if has .name (list "auth" "flags-admin") }}
{{- with .root.Values.databaseExternal.addressDirect }}
- name: DATABASE_URL_DIRECT
  value: {{ printf "postgres://%s:$(%s)@%s" $role $password . | quote }}
{{- end }}
{{- end }}
{{- if eq .name "audit" }}
{{ include "burgee.secretEnv" (dict "root" .root "key" "DATABASE_PASSWORD_AUDIT_MAINTENANCE") }}
- name: DATABASE_URL_MAINTENANCE
  value: {{ printf "postgres://%s_audit_maintenance:$(DATABASE_PASSWORD_AUDIT_MAINTENANCE)@%s" $database $address | quote }}
{{- end }}
{{ include "burgee.tlsEnv" (dict "prefix" "DATABASE" "folder" "postgres" "tls" .root.Values.databaseExternal.tls) }}
{{- end -}}

{{- /* Redis or NATS: by address with one user per service, or all with the one URL of the Secret. */ -}}
{{- define "burgee.engineEnv" -}}
{{- $prefix := upper .engine -}}
{{- $external := index .root.Values (printf "%sExternal" .engine) -}}
{{- $port := ternary 6379 4222 (eq .engine "redis") -}}
{{- $address := ternary (printf "%s-%s:%d" (include "burgee.fullname" .root) .engine $port) $external.address .root.Values.devEngines.enabled -}}
{{- if $address }}
{{- $password := printf "%s_PASSWORD_%s" $prefix (include "burgee.upper" .name) -}}
{{ include "burgee.secretEnv" (dict "root" .root "key" $password) }}
- name: {{ $prefix }}_URL
  value: {{ printf "%s://%s:$(%s)@%s" .engine .name $password $address | quote }}
{{- else }}
{{- include "burgee.secretEnv" (dict "root" .root "key" (printf "%s_URL" $prefix)) }}
{{- end }}
{{ include "burgee.tlsEnv" (dict "prefix" $prefix "folder" .engine "tls" $external.tls) }}
{{- if and (eq .engine "nats") $external.credsSecret }}
- name: NATS_CREDS_FILE
  value: /etc/burgee/nats-creds/{{ .name }}.creds
{{- end }}
{{- end -}}

{{- /* Certificates are files of a Secret: `DATABASE_CA_FILE` and so on. */ -}}
{{- define "burgee.tlsEnv" -}}
{{- if .tls.secretName }}
{{- range $part := list "ca" "cert" "key" }}
{{- with index $.tls $part }}
- name: {{ $.prefix }}_{{ upper $part }}_FILE
  value: /etc/burgee/{{ $.folder }}-tls/{{ . }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "burgee.url" -}}
http://{{ include "burgee.fullname" .root }}-{{ .name }}:{{ (index (include "burgee.services" .root | fromYaml) .name).port }}
{{- end -}}

{{- /* A number of values.yaml is a float, and is not to be written as 1e+08. */ -}}
{{- define "burgee.setting" -}}
{{- if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{- define "burgee.env" -}}
{{- $root := .root -}}
{{- $service := .service -}}
{{- $values := $service.values -}}
- name: HOST
  value: {{ $values.host | quote }}
- name: OPS_HOST
  value: {{ $values.host | quote }}
- name: PORT
  value: {{ $service.port | quote }}
- name: OPS_PORT
  value: {{ $service.ops | quote }}
- name: SHUTDOWN_DELAY_SECONDS
  value: {{ $values.shutdownDelaySeconds | quote }}
{{- if $service.streams }}
- name: STREAM_DRAIN_SECONDS
  value: {{ $values.streamDrainSeconds | quote }}
{{- end }}
{{- range $service.secrets }}
{{ include "burgee.secretEnv" (dict "root" $root "key" .) }}
{{- end }}
{{- range $engine := $service.engines }}
{{ if eq $engine "postgres" -}}
{{ include "burgee.postgresEnv" (dict "root" $root "name" $service.name) | trim }}
{{- else -}}
{{ include "burgee.engineEnv" (dict "root" $root "name" $service.name "engine" $engine) | trim }}
{{- end }}
{{- end }}
{{- if eq $service.name "api-gateway" }}
{{- range $callee := $service.calls }}
- name: {{ include "burgee.upper" $callee }}_URL{{ if eq $callee "sdk-gateway" }}S{{ end }}
  value: {{ include "burgee.url" (dict "root" $root "name" $callee) }}
{{- end }}
{{- end }}
{{- if and (eq $service.name "api-gateway") (not $values.env.PUBLIC_URL) }}
{{- with $root.Values.auth.env.PUBLIC_URL }}
- name: PUBLIC_URL
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- if $service.keeps }}
- name: LAST_KNOWN_GOOD_DIR
  value: /var/lib/burgee/last-known-good
{{- end }}
{{- if eq $service.name "edge" }}
- name: UPSTREAM_URLS
  value: {{ default (include "burgee.url" (dict "root" $root "name" "sdk-gateway")) $values.upstreamUrls }}
{{- with $values.sdkKeys.name }}
- name: SDK_KEYS
  valueFrom:
    secretKeyRef: { name: {{ . }}, key: {{ $values.sdkKeys.key }} }
{{- end }}
{{- with $values.upstreamCa.name }}
- name: UPSTREAM_CA_FILE
  value: /etc/burgee/upstream-ca/{{ $values.upstreamCa.key }}
{{- end }}
{{- if $values.tlsSecret }}
- name: TLS_CERT_FILE
  value: /etc/burgee/edge-tls/tls.crt
- name: TLS_KEY_FILE
  value: /etc/burgee/edge-tls/tls.key
{{- end }}
{{- end }}
{{- range $name, $value := $values.env }}
{{- if not (kindIs "invalid" $value) }}
- name: {{ $name }}
  value: {{ include "burgee.setting" $value | quote }}
{{- end }}
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}
