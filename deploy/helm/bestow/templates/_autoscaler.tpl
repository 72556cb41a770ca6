{{/* Scales a component by CPU. Takes root, component and values. */}}
{{- define "bestow.autoscaler" -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ include "bestow.name" .root }}-{{ .component }}
  labels: {{- include "bestow.labels" .root | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "bestow.name" .root }}-{{ .component }}
  minReplicas: {{ .values.replicas }}
  maxReplicas: {{ .root.Values.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .root.Values.autoscaling.targetCPUUtilizationPercentage }}
{{- end }}
