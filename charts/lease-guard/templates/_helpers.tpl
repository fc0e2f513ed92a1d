{{- define "lease-guard.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ printf "%s@%s" .repository .digest | quote }}
{{- else -}}
{{ printf "%s:%s" .repository (.tag | default $.Chart.AppVersion) | quote }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "lease-guard.fullname" -}}
{{ .Values.fullnameOverride | default "lease-guard" }}
{{- end -}}

{{- /* The pod template of a Job is immutable, so the name depends on all values in the Job. Argo CD
renders each version as the first revision. */ -}}
{{- define "lease-guard.certificatesJob" -}}
{{- $values := pick .Values "imagePullSecrets" "nodeSelector" "tolerations" "commonLabels" "certificates" -}}
{{- $content := list .Chart.Version .Release.Namespace (include "lease-guard.image" .) .Values.image.pullPolicy $values -}}
{{ printf "%s-certificates-%s" (include "lease-guard.fullname" .) ($content | toJson | sha256sum | trunc 8) }}
{{- end -}}

{{- define "lease-guard.certificateNames" -}}
{{- $name := include "lease-guard.fullname" . -}}
- --service={{ $name }}
- --secret={{ $name }}-tls
- --ca-secret={{ $name }}-ca
- --webhook-configuration={{ $name }}
{{- end -}}
