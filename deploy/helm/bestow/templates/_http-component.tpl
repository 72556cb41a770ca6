{{/* A component that serves HTTP, with its Service. Takes root, component, roles and values. */}}
{{- define "bestow.httpComponent" -}}
{{- $scaled := .root.Values.autoscaling.enabled }}
{{ include "bestow.component" (dict "root" .root "component" .component "roles" .roles "values" .values "scaled" $scaled) }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "bestow.name" .root }}-{{ .component }}
  labels: {{- include "bestow.labels" .root | nindent 4 }}
spec:
  selector:
    app.kubernetes.io/instance: {{ .root.Release.Name }}
    app.kubernetes.io/component: {{ .component }}
  ports:
    - {name: http, port: {{ .root.Values.service.port }}, targetPort: http}
{{- if $scaled }}
---
{{ include "bestow.autoscaler" . }}
{{- end }}
{{- end }}
