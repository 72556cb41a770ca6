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

{{- define "bestow.env" -}}
- name: BESTOW_STAGE
  value: {{ .Values.stage | quote }}
- name: BESTOW_REGION
  value: {{ .Values.region | quote }}
- name: BESTOW_ORIGIN
  value: {{ .Values.origin | quote }}
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
{{- end }}

{{- define "bestow.container" -}}
image: {{ include "bestow.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 10001
  capabilities: {drop: [ALL]}
volumeMounts:
  - {name: tmp, mountPath: /tmp}
{{- end }}
