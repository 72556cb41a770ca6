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
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
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
  valueFrom: {secretKeyRef: {name: {{ .Values.existingSecret }}, key: database-url}}
- name: BESTOW_SECRET_KEY
  valueFrom: {secretKeyRef: {name: {{ .Values.existingSecret }}, key: secret-key}}
{{- if .Values.mail.enabled }}
- name: BESTOW_SMTP_URL
  valueFrom: {secretKeyRef: {name: {{ .Values.existingSecret }}, key: smtp-url}}
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
volumeMounts:
  - {name: tmp, mountPath: /tmp}
{{- end }}

{{- define "bestow.pod" -}}
automountServiceAccountToken: false
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
{{- end }}
