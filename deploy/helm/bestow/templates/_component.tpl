{{/*
A Deployment and its PodDisruptionBudget. Takes root, component, roles, values, and scaled: true if an autoscaler sets the
number of replicas.
*/}}
{{- define "bestow.component" -}}
{{- $root := .root }}
{{- $component := .component }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "bestow.name" $root }}-{{ .component }}
  labels: {{- include "bestow.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not .scaled }}
  replicas: {{ .values.replicas }}
  {{- end }}
  strategy:
    rollingUpdate: {maxUnavailable: 0, maxSurge: 1}
  selector:
    matchLabels:
      app.kubernetes.io/instance: {{ $root.Release.Name }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels: {{- include "bestow.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
    spec:
      # The service finishes work in flight within 30 seconds after preStop and drain.
      terminationGracePeriodSeconds: {{ add 35 $root.Values.preStopSeconds $root.Values.drainSeconds }}
      serviceAccountName: {{ include "bestow.serviceAccount" $root }}
      {{- include "bestow.pod" $root | nindent 6 }}
      {{- with $root.Values.topologyKey }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: {{ . }}
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              app.kubernetes.io/instance: {{ $root.Release.Name }}
              app.kubernetes.io/component: {{ $component }}
      {{- end }}
      containers:
        - name: bestow
          args: [serve, --roles, {{ .roles | quote }}]
          {{- include "bestow.container" $root | nindent 10 }}
          {{- include "bestow.server" $root | nindent 10 }}
          volumeMounts: {{- include "bestow.volumeMounts" $root | nindent 12 }}
          resources: {{- toYaml .values.resources | nindent 12 }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ include "bestow.name" $root }}-{{ .component }}
  labels: {{- include "bestow.labels" $root | nindent 4 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      app.kubernetes.io/instance: {{ $root.Release.Name }}
      app.kubernetes.io/component: {{ .component }}
{{- end }}
