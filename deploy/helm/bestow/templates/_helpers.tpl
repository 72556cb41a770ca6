{{- define "bestow.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "bestow.labels" -}}
app.kubernetes.io/name: bestow
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "bestow.image" -}}
{{ required "image.repository is required: build deploy/Dockerfile, push the image to your registry, and set its name" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "bestow.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{ include "bestow.name" . }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end -}}
{{- end }}

{{- define "bestow.env" -}}
- name: BESTOW_STAGE
  value: {{ .Values.stage | quote }}
- name: BESTOW_REGION
  value: {{ .Values.region | quote }}
- name: BESTOW_ORIGIN
  value: {{ .Values.origin | quote }}
{{- $proxies := required "trustedProxies is required: the addresses or networks of your ingress controller, or none" .Values.trustedProxies }}
{{- if ne $proxies "none" }}
- name: BESTOW_TRUSTED_PROXIES
  value: {{ $proxies | quote }}
{{- end }}
- name: BESTOW_OPS_PORT
  value: {{ .Values.opsPort | quote }}
- name: BESTOW_DRAIN_DELAY
  value: "{{ .Values.drainSeconds }}s"
- name: BESTOW_DATABASE_URL
  {{- include "bestow.secretKeyRef" (dict "root" . "ref" .Values.secrets.databaseUrl) | nindent 2 }}
{{- if .Values.database.pooler }}
- name: BESTOW_DATABASE_POOLER
  value: "true"
{{- if .Values.secrets.databaseDirectUrl.key }}
- name: BESTOW_DATABASE_DIRECT_URL
  {{- include "bestow.secretKeyRef" (dict "root" . "ref" .Values.secrets.databaseDirectUrl) | nindent 2 }}
{{- end }}
{{- end }}
{{- if .Values.secrets.databaseReadUrl.key }}
- name: BESTOW_DATABASE_READ_URL
  {{- include "bestow.secretKeyRef" (dict "root" . "ref" .Values.secrets.databaseReadUrl) | nindent 2 }}
{{- end }}
{{- if .Values.database.ca.name }}
- name: PGSSLMODE
  value: verify-full
- name: NODE_EXTRA_CA_CERTS
  value: /etc/bestow/database-ca.crt
{{- end }}
- name: BESTOW_SECRET_KEY
  {{- include "bestow.secretKeyRef" (dict "root" . "ref" .Values.secrets.secretKey) | nindent 2 }}
{{- if .Values.mail.enabled }}
- name: BESTOW_SMTP_URL
  {{- include "bestow.secretKeyRef" (dict "root" . "ref" .Values.secrets.smtpUrl) | nindent 2 }}
- name: BESTOW_MAIL_FROM
  value: {{ .Values.mail.from | quote }}
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "bestow.secretKeyRef" -}}
valueFrom: {secretKeyRef: {name: {{ .ref.name | default .root.Values.existingSecret }}, key: {{ .ref.key }}}}
{{- end }}

{{- define "bestow.container" -}}
image: {{ include "bestow.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
env: {{- include "bestow.env" . | nindent 2 }}
{{- with .Values.envFrom }}
envFrom: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 10001
  capabilities: {drop: [ALL]}
{{- end }}

{{- define "bestow.server" -}}
ports:
  - {name: http, containerPort: 3000}
  - {name: ops, containerPort: {{ .Values.opsPort }}}
{{- if .Values.preStopSeconds }}
lifecycle:
  preStop:
    exec: {command: [sleep, "{{ .Values.preStopSeconds }}"]}
{{- end }}
livenessProbe:
  httpGet: {path: /healthz, port: http}
  periodSeconds: 10
  failureThreshold: 6
readinessProbe:
  httpGet: {path: /readyz, port: http}
  periodSeconds: 5
startupProbe:
  httpGet: {path: /healthz, port: http}
  periodSeconds: 2
  failureThreshold: 45
{{- end }}

{{- define "bestow.volumeMounts" -}}
- {name: tmp, mountPath: /tmp}
{{- if .Values.database.ca.name }}
- {name: database-ca, mountPath: /etc/bestow, readOnly: true}
{{- end }}
{{- end }}

{{- define "bestow.pod" -}}
automountServiceAccountToken: false
# For a release with the name bestow, the variables of service links look like settings of the service.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {medium: Memory, sizeLimit: 64Mi}
{{- with .Values.database.ca }}
{{- if .name }}
  - name: database-ca
    secret:
      secretName: {{ .name }}
      items: [{key: {{ .key }}, path: database-ca.crt}]
{{- end }}
{{- end }}
{{- end }}
