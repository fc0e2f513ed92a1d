package main

import (
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"strings"

	coordinationv1 "k8s.io/api/coordination/v1"
	"k8s.io/api/coordination/v1alpha2"
	"k8s.io/api/coordination/v1beta1"
	"lease-guard.dev/api-1.31/coordination/v1alpha1"
	sigsjson "sigs.k8s.io/json"
)

type rawJSON = json.RawMessage

var leaseFields = []string{"holderIdentity", "leaseDurationSeconds", "acquireTime", "renewTime", "leaseTransitions", "strategy", "preferredHolder", "HolderIdentity", "unknown"}

var candidateFields = []string{"leaseName", "pingTime", "renewTime", "binaryVersion", "emulationVersion", "strategy", "preferredStrategies", "preferredStrategies.0", "unknown"}

var metadataFields = []string{
	"name", "generateName", "namespace", "selfLink", "uid", "resourceVersion", "generation", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds",
	"labels", "labels.a", "labels.__proto__", "annotations", "annotations.constructor", "ownerReferences", "ownerReferences.0", "ownerReferences.0.apiVersion", "ownerReferences.0.kind",
	"ownerReferences.0.name", "ownerReferences.0.uid", "ownerReferences.0.controller", "ownerReferences.0.blockOwnerDeletion", "ownerReferences.0.unknown",
	"finalizers", "finalizers.0", "managedFields", "managedFields.0", "managedFields.0.manager", "managedFields.0.operation", "managedFields.0.apiVersion", "managedFields.0.time",
	"managedFields.0.fieldsType", "managedFields.0.fieldsV1", "managedFields.0.subresource", "managedFields.0.unknown", "clusterName", "Labels", "unknown",
}

// servedVersion is an API version of a kind. into returns an empty object for the decoder.
type servedVersion struct {
	apiVersion, kind string
	into             func() any
	specFields       []string
}

var served = []servedVersion{
	{"v1", "Lease", func() any { return new(coordinationv1.Lease) }, leaseFields},
	{"v1beta1", "Lease", func() any { return new(v1beta1.Lease) }, leaseFields},
	{"v1beta1", "LeaseCandidate", func() any { return new(v1beta1.LeaseCandidate) }, candidateFields},
	{"v1alpha2", "LeaseCandidate", func() any { return new(v1alpha2.LeaseCandidate) }, candidateFields},
	{"v1alpha1", "LeaseCandidate", func() any { return new(v1alpha1.LeaseCandidate) }, candidateFields},
}

// values contains JSON values. JSON.parse reads no two of the numbers as the same value, as it does
// for 1.0 and 1, or for 2^63 and 2^63-1.
var values = []string{
	`null`, `""`, `"a"`, `"1"`, `"2026-07-01T08:00:00.000000Z"`, `"2026-07-01T08:00:00Z"`, `"2026-07-01T08:00:00.00000Z"`, `"2026-02-29T08:00:00.000000Z"`, `"2026-07-01"`,
	`0`, `-0`, `1`, `-1`, `1.5`, `-0.5`, `2147483646`, `2147483647`, `2147483648`, `-2147483647`, `-2147483648`, `-2147483649`, `9007199254740993`,
	`9223372036854775807`, `9223372036854777856`, `-9223372036854775808`, `-9223372036854777856`, `1e30`, `true`, `false`, `[]`, `{}`, `[null]`, `["a"]`, `[1]`, `[[]]`, `[{}]`,
	`{"a":null}`, `{"a":"b"}`, `{"a":1}`, `{"a":{}}`, `{"__proto__":"b"}`, `{"__proto__":1}`,
}

// objectSections records which objects the decoder accepts. In "fields", each path has one digit
// for each value. The digit is 1 if the decoder accepts the object with this value at the path.
func objectSections() []section {
	fields, objects := section{name: "fields"}, section{name: "objects"}
	for stream, version := range served {
		paths := []string{"unknown", "Spec", "status", "metadata", "spec"}
		for _, name := range metadataFields {
			paths = append(paths, "metadata."+name)
		}
		for _, name := range version.specFields {
			paths = append(paths, "spec."+name)
		}
		for _, path := range paths {
			verdicts := ""
			for _, value := range values {
				verdicts += fmt.Sprint(decodes(object(version.apiVersion, version.kind, nest(path, value)), version.into()))
			}
			fields.rows = append(fields.rows, []any{version.apiVersion, version.kind, path, verdicts})
		}
		source := random(uint64(20 + stream))
		for range 80 {
			metadata, spec := []string{}, []string{}
			for range 1 + source.IntN(3) {
				metadata = append(metadata, version.draw(source, "metadata", metadataFields))
				spec = append(spec, version.draw(source, "spec", version.specFields))
			}
			text := object(version.apiVersion, version.kind, `{"metadata":`+merge(metadata)+`,"spec":`+merge(spec)+`}`)
			objects.rows = append(objects.rows, []any{decodes(text, version.into()), rawJSON(text)})
		}
	}
	rows := []any{}
	for _, value := range values {
		rows = append(rows, rawJSON(value))
	}
	return []section{{"values", rows}, fields, objects}
}

// draw returns an object in which one random field has a random value. The decoder accepts most of
// these values, because an object with several errors would test less.
func (version servedVersion) draw(source *rand.Rand, part string, fields []string) string {
	for {
		field := nest(pick(source, fields), pick(source, values))
		text := object(version.apiVersion, version.kind, nest(part, field))
		if source.IntN(6) == 0 || decodes(text, version.into()) == 1 {
			return field
		}
	}
}

func decodes(text string, into any) int {
	if sigsjson.UnmarshalCaseSensitivePreserveInts([]byte(text), into) != nil {
		return 0
	}
	return 1
}

// nest returns JSON with a value at a path. The step 0 is the first item of a list.
func nest(path, value string) string {
	step, rest, more := strings.Cut(path, ".")
	if more {
		value = nest(rest, value)
	}
	if step == "0" {
		return "[" + value + "]"
	}
	return fmt.Sprintf("{%q:%s}", step, value)
}

// merge combines the fields of several objects. If a field occurs more than once, the first value
// counts.
func merge(objects []string) string {
	fields := map[string]rawJSON{}
	for _, object := range objects {
		var one map[string]rawJSON
		if err := json.Unmarshal([]byte(object), &one); err != nil {
			log.Fatal(err)
		}
		for name, value := range one {
			if _, taken := fields[name]; !taken {
				fields[name] = value
			}
		}
	}
	return encode(fields)
}

func object(version, kind, rest string) string {
	return fmt.Sprintf(`{"apiVersion":"coordination.k8s.io/%s","kind":%q,%s`, version, kind, rest[1:])
}
