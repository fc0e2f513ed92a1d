// Command go-releases validates objects like kube-apiserver, in the Kubernetes version from whose
// sources it is built.
//
// It reads a JSON list of changes from standard input, and writes a list with the errors of each
// change. An error is [type, message]. Equal errors appear only once. `record.mjs` adds the
// version's own `pkg/apis/coordination` to the module.
package main

import (
	"encoding/json"
	"log"
	"os"
	"strings"

	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/api/validation/path"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"lease-guard.dev/go-releases/coordination"
	"lease-guard.dev/go-releases/validation"
	sigsjson "sigs.k8s.io/json"
)

type change struct {
	Kind      string          `json:"kind"`
	Object    json.RawMessage `json:"object"`
	OldObject json.RawMessage `json:"oldObject"`
}

func main() {
	var changes []change
	if err := json.NewDecoder(os.Stdin).Decode(&changes); err != nil {
		log.Fatal(err)
	}
	answers := [][][2]string{}
	for _, change := range changes {
		answers = append(answers, told(withDeclarative(change, handwritten(change))))
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answers); err != nil {
		log.Fatal(err)
	}
}

// handwritten returns the same errors as the handwritten validation of the registry, which runs before
// validating webhooks are called. For an update, the errors of the metadata checks that all kinds
// share come first.
func handwritten(change change) field.ErrorList {
	if change.Kind == "Lease" {
		object := &coordination.Lease{}
		decode(change.Object, &object.ObjectMeta, &object.Spec)
		if change.OldObject == nil {
			generateName(&object.ObjectMeta)
			return validation.ValidateLease(object)
		}
		old := &coordination.Lease{}
		decode(change.OldObject, &old.ObjectMeta, &old.Spec)
		return append(common(&object.ObjectMeta, &old.ObjectMeta), validation.ValidateLeaseUpdate(object, old)...)
	}
	object := &coordination.LeaseCandidate{}
	decode(change.Object, &object.ObjectMeta, &object.Spec)
	if change.OldObject == nil {
		generateName(&object.ObjectMeta)
		return validation.ValidateLeaseCandidate(object)
	}
	old := &coordination.LeaseCandidate{}
	decode(change.OldObject, &old.ObjectMeta, &old.Spec)
	return append(common(&object.ObjectMeta, &old.ObjectMeta), validation.ValidateLeaseCandidateUpdate(object, old)...)
}

func common(meta, old *metav1.ObjectMeta) field.ErrorList {
	at := field.NewPath("metadata")
	errors := apivalidation.ValidateObjectMeta(meta, true, path.ValidatePathSegmentName, at)
	return append(errors, apivalidation.ValidateObjectMetaUpdate(meta, old, at)...)
}

// generateName sets the name like rest.BeforeCreate, but with five fixed characters in place of the
// random ones.
func generateName(meta *metav1.ObjectMeta) {
	if meta.Name == "" && meta.GenerateName != "" {
		meta.Name = meta.GenerateName[:min(len(meta.GenerateName), 58)] + "xxxxx"
	}
}

// decode reads a submitted object into the internal type. The fields of the internal spec have no
// JSON tags. Their names in submitted JSON are the Go names with a lower-case first letter.
func decode(text []byte, meta *metav1.ObjectMeta, spec any) {
	var object struct {
		Metadata json.RawMessage            `json:"metadata"`
		Spec     map[string]json.RawMessage `json:"spec"`
	}
	read(text, &object)
	if object.Metadata != nil {
		read(object.Metadata, meta)
	}
	fields := map[string]json.RawMessage{}
	for name, value := range object.Spec {
		if name != "" && strings.ToLower(name[:1]) == name[:1] {
			fields[strings.ToUpper(name[:1])+name[1:]] = value
		}
	}
	internal, err := json.Marshal(fields)
	if err != nil {
		log.Fatal(err)
	}
	read(internal, spec)
}

func read(text []byte, into any) {
	if err := sigsjson.UnmarshalCaseSensitivePreserveInts(text, into); err != nil {
		log.Fatal(string(text), err)
	}
}

func told(errors field.ErrorList) [][2]string {
	seen := map[[2]string]bool{}
	rows := [][2]string{}
	for _, err := range errors {
		row := [2]string{string(err.Type), err.Error()}
		if !seen[row] {
			seen[row] = true
			rows = append(rows, row)
		}
	}
	return rows
}
