{{- /* What no schema can say. Each sentence says what to set. */ -}}
{{- define "burgee.require" -}}
{{- $values := .Values -}}
{{- if and (include "burgee.usesPostgres" .) (not $values.devEngines.enabled) (not $values.databaseExternal.address) -}}
{{- fail "There is no Postgres. Set databaseExternal.address to host:5432/burgee, or, for trying, devEngines.enabled=true." -}}
{{- end -}}
{{- if and $values.devEngines.enabled $values.databaseExternal.address -}}
{{- fail "There are two Postgres. Set either databaseExternal.address or devEngines.enabled." -}}
{{- end -}}
{{- if $values.edge.enabled -}}
{{- if and (not $values.edge.sdkKeys.name) (ne (toString $values.edge.env.ACCEPT_KEYS) "on") -}}
{{- fail "The edge has no environment. Set edge.sdkKeys.name to a Secret with SDK keys, or edge.env.ACCEPT_KEYS=on to let callers bring theirs." -}}
{{- end -}}
{{- if and (not $values.sdkGateway.enabled) (not $values.edge.upstreamUrls) -}}
{{- fail "The edge has nothing to follow. Set edge.upstreamUrls to the address of a Burgee." -}}
{{- end -}}
{{- end -}}
{{- if $values.apiGateway.enabled -}}
{{- range list "auth" "flagsAdmin" "audit" "sdkGateway" -}}
{{- if not (index $values .).enabled -}}
{{- fail (printf "The api-gateway needs %s. Set %s.enabled=true, or apiGateway.enabled=false." . .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $values.gateway.enabled (not $values.gateway.parentRefs) -}}
{{- fail "An HTTPRoute needs a Gateway. Set gateway.parentRefs." -}}
{{- end -}}
{{- if and (or $values.gateway.enabled $values.ingress.enabled) (not (or $values.hosts.app $values.hosts.sdk $values.hosts.edge)) -}}
{{- fail "No host name leads here. Set hosts.app, hosts.sdk or hosts.edge." -}}
{{- end -}}
{{- if or $values.gateway.enabled $values.ingress.enabled -}}
{{- range $host, $service := dict "app" "apiGateway" "edge" "edge" -}}
{{- if and (index $values.hosts $host) (eq (toString (index $values $service).env.TRUSTED_PROXIES) "none") -}}
{{- fail (printf "All who come to hosts.%s would be one caller. Set %s.env.TRUSTED_PROXIES to the addresses of your ingress' pods." $host $service) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
