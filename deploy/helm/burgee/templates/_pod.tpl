{{- define "burgee.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ default 1000 .user }}
runAsGroup: {{ default 1000 .group }}
fsGroup: {{ default 1000 .group }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "burgee.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- /* Replicas are on different nodes and in different zones, as far as there are some. */ -}}
{{- define "burgee.spread" -}}
{{- range $topology := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ $topology }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "burgee.selector" (dict "root" $.root "component" $.service.name) | nindent 6 }}
  matchLabelKeys: [{{ $.revisionLabel }}]
{{- end }}
{{- end -}}

{{- define "burgee.fileVolumes" -}}
{{- range .mounts }}
- name: {{ .name }}
  secret: { secretName: {{ .secret }}, defaultMode: 0440 }
{{- end }}
{{- end -}}

{{- define "burgee.fileMounts" -}}
{{- range .mounts }}
- { name: {{ .name }}, mountPath: /etc/burgee/{{ .name }}, readOnly: true }
{{- end }}
{{- end -}}

{{- /* The Secrets whose keys a pod has as files, by folder. Takes root, name, engines and, of an edge, values. */ -}}
{{- define "burgee.files" -}}
{{- $files := list -}}
{{- range $engine := .engines -}}
{{- $external := index $.root.Values (printf "%sExternal" (ternary "database" $engine (eq $engine "postgres"))) -}}
{{- with $external.tls.secretName -}}
{{- $files = append $files (dict "name" (printf "%s-tls" $engine) "secret" .) -}}
{{- end -}}
{{- if and (eq $engine "nats") $external.credsSecret -}}
{{- $files = append $files (dict "name" "nats-creds" "secret" $external.credsSecret) -}}
{{- end -}}
{{- end -}}
{{- if eq .name "edge" -}}
{{- with .values.upstreamCa.name -}}{{- $files = append $files (dict "name" "upstream-ca" "secret" .) -}}{{- end -}}
{{- with .values.tlsSecret -}}{{- $files = append $files (dict "name" "edge-tls" "secret" .) -}}{{- end -}}
{{- end -}}
{{- toYaml (dict "mounts" $files) -}}
{{- end -}}

{{- define "burgee.probes" -}}
livenessProbe:
  httpGet: { path: /livez, port: ops }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: ops }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
{{- end -}}

{{- /* Long enough for the delay, the drain of streams, and the last answers. */ -}}
{{- define "burgee.grace" -}}
{{- $drain := ternary (int .values.streamDrainSeconds) 0 (default false .streams) -}}
{{- add (int .values.shutdownDelaySeconds) $drain 10 -}}
{{- end -}}

{{- define "burgee.pod" -}}
{{- $root := .root -}}
{{- $service := .service -}}
{{- $values := $service.values -}}
{{- $files := include "burgee.files" (mergeOverwrite (dict "root" $root) $service) | fromYaml -}}
metadata:
  labels:
    {{- include "burgee.selector" (dict "root" $root "component" $service.name) | nindent 4 }}
    app.kubernetes.io/part-of: burgee
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "burgee.serviceAccount" $root }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ include "burgee.grace" $service }}
  securityContext:
    {{- mergeOverwrite (include "burgee.podSecurity" dict | fromYaml) (deepCopy $values.podSecurityContext) | toYaml | nindent 4 }}
  {{- include "burgee.pullSecrets" $root | nindent 2 }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    {{- if $values.topologySpreadConstraints }}
    {{- toYaml $values.topologySpreadConstraints | nindent 4 }}
    {{- else }}
    {{- include "burgee.spread" . | trim | nindent 4 }}
    {{- end }}
  containers:
    - name: {{ $service.name }}
      image: {{ include "burgee.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      command: [node, apps/{{ $service.name }}/dist/main.js]
      securityContext:
        {{- include "burgee.containerSecurity" $root | nindent 8 }}
      ports:
        - { name: http, containerPort: {{ $service.port }} }
        - { name: ops, containerPort: {{ $service.ops }} }
      env:
        {{- include "burgee.env" . | nindent 8 }}
      {{- include "burgee.probes" . | nindent 6 }}
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      {{- if or $files.mounts $service.keeps $values.extraVolumeMounts }}
      volumeMounts:
        {{- if $service.keeps }}
        - { name: last-known-good, mountPath: /var/lib/burgee/last-known-good }
        {{- end }}
        {{- include "burgee.fileMounts" $files | nindent 8 }}
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
  {{- $keepsInPod := and $service.keeps (not $values.lastKnownGood.persistent) }}
  {{- if or $files.mounts $keepsInPod $values.extraVolumes }}
  volumes:
    {{- if $keepsInPod }}
    - name: last-known-good
      emptyDir: { sizeLimit: {{ $values.lastKnownGood.size }} }
    {{- end }}
    {{- include "burgee.fileVolumes" $files | nindent 4 }}
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end -}}
