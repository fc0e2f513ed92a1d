package main

import (
	"fmt"
	"log"
	"strings"

	sigsjson "sigs.k8s.io/json"
)

// unknownTexts contains parts of objects that every API version decodes. Some of them also have
// unknown fields.
var unknownTexts = []string{
	`{"metadata":{},"spec":{}}`, `{"metadata":null,"spec":null}`, `{"status":{"a":1},"data":null,"unknown":[{"a":1}]}`,
	`{"KIND":"Lease","ApiVersion":"v1","APIVERSION":"v1","Metadata":{"a":1},"SPEC":{"a":1}}`, `{"":1,"a.b":1,"a[0]":1,"a b":1,"\n":1,"\ud800":1}`,
	`{"__proto__":{"a":1},"constructor":1,"toString":1,"hasOwnProperty":null}`, `{"name":"a","namespace":"b","labels":{},"holderIdentity":"a","leaseName":"a","metadata":{"spec":{}}}`,
	`{"metadata":{"labels":{"unknown":"a","__proto__":"b","name":null},"annotations":{"spec":"{}","kind":"a"}}}`,
	`{"metadata":{"Name":"a","clusterName":"a","initializers":{},"zZz_deprecated":1,"__proto__":1,"spec":{"unknown":1}}}`,
	`{"metadata":{"ownerReferences":[{"name":"a","namespace":"b"},null,{"unknown":{"a":1},"Kind":"a"}],"finalizers":["a"]}}`,
	`{"metadata":{"managedFields":[{"fieldsV1":{"f:unknown":{"unknown":1},"unknown":1}},{"fieldsv1":{},"fields":{},"manager":"a"}]}}`,
	`{"spec":{"holderIdentity":"a","leaseDurationSeconds":1,"acquireTime":null,"leaseTransitions":1,"preferredHolder":"a"}}`,
	`{"spec":{"leaseName":"a","binaryVersion":"1.0.0","emulationVersion":"1.0.0","pingTime":null,"renewTime":null}}`, `{"spec":{"strategy":null,"preferredStrategies":[]}}`,
	`{"spec":{"leaseDuration":1,"lease_duration_seconds":1,"renewtime":"a","HolderIdentity":1,"metadata":{},"spec":{"a":1},"__proto__":{"a":1},"":{}}}`,
	`{"spec":{"unknown":{"deeper":{"deepest":1}},"kind":"a","namespace":"a"},"metadata":{"holderIdentity":"a","strategy":"b","apiVersion":"c"}}`,
	`{"spec":{` + many(130) + `},"metadata":{` + many(20) + `}}`,
}

// many returns JSON members with count different unknown names.
func many(count int) string {
	var fields []string
	for i := range count {
		fields = append(fields, fmt.Sprintf(`"unknown%d":%d`, i, i))
	}
	return strings.Join(fields, ",")
}

// unknownSections returns pairs of an object and its unknown fields. The fields are in the order in
// which the strict decoder reports them.
func unknownSections() []section {
	var rows []any
	for stream, version := range served {
		texts := unknownTexts
		source := random(uint64(40 + stream))
		for range 40 {
			metadata, spec := []string{}, []string{}
			for range 1 + source.IntN(4) {
				metadata = append(metadata, version.draw(source, "metadata", metadataFields))
				spec = append(spec, version.draw(source, "spec", version.specFields))
			}
			text := `{"metadata":` + merge(metadata) + `,"spec":` + merge(spec) + `}`
			if decodes(text, version.into()) == 1 {
				texts = append(texts, text)
			}
		}
		for _, rest := range texts {
			text := object(version.apiVersion, version.kind, rest)
			rows = append(rows, []any{rawJSON(text), unknownIn(text, version.into())})
		}
	}
	return []section{{"rows", rows}}
}

func unknownIn(text string, into any) []string {
	faults, err := sigsjson.UnmarshalStrict([]byte(text), into, sigsjson.DisallowUnknownFields)
	if err != nil {
		log.Fatal(text, err)
	}
	paths := []string{}
	for _, fault := range faults {
		paths = append(paths, fault.(sigsjson.FieldError).FieldPath())
	}
	return paths
}
