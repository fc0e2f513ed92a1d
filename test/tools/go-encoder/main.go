// Command go-encoder prints reviews of random objects that the code of kube-apiserver accepts. It
// decodes, converts, and validates each object as kube-apiserver does for a create, and encodes it
// as kube-apiserver does for a webhook.
//
// Usage: go-encoder SEED COUNT
// It prints COUNT reviews of updates, one on each line. The same arguments always print objects of
// the same form.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strconv"

	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/util/managedfields"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	"k8s.io/kubernetes/pkg/features"
	"k8s.io/kubernetes/pkg/registry/coordination/lease"
	"k8s.io/kubernetes/pkg/registry/coordination/leasecandidate"
)

const namespace = "team-a"

// kind is a served version of a kind, and what kube-apiserver does with a write of it.
type kind struct {
	gvk      schema.GroupVersionKind
	resource string
	strategy rest.RESTCreateStrategy
	manager  *managedfields.FieldManager
}

// encoders write the objects of a review, and the review itself.
var reviewEncoder = legacyscheme.Codecs.LegacyCodec(admissionv1.SchemeGroupVersion)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: go-encoder SEED COUNT")
	}
	seed, seedErr := strconv.ParseUint(os.Args[1], 10, 64)
	count, countErr := strconv.Atoi(os.Args[2])
	if seedErr != nil || countErr != nil {
		log.Fatal("SEED and COUNT must be numbers")
	}
	must(utilfeature.DefaultMutableFeatureGate.SetFromMap(map[string]bool{string(features.CoordinatedLeaderElection): true}))
	must(admissionv1.AddToScheme(legacyscheme.Scheme))
	kinds := []kind{
		kindOf("v1", "Lease", "leases", lease.Strategy),
		kindOf("v1beta1", "Lease", "leases", lease.Strategy),
		kindOf("v1beta1", "LeaseCandidate", "leasecandidates", leasecandidate.Strategy),
		kindOf("v1alpha2", "LeaseCandidate", "leasecandidates", leasecandidate.Strategy),
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	source := rand.New(rand.NewPCG(seed, 0))
	drawn := 0
	for printed := 0; printed < count; drawn++ {
		review, err := reviewOf(kinds[drawn%len(kinds)], drawObject(source, kinds[drawn%len(kinds)].gvk), source.IntN(3) == 0)
		if err != nil {
			if os.Getenv("GO_ENCODER_VERBOSE") != "" {
				log.Print(err)
			}
			continue
		}
		_, err = out.Write(review)
		must(err)
		printed++
	}
	must(out.Flush())
	fmt.Fprintf(os.Stderr, "%d of %d objects were accepted\n", count, drawn)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func kindOf(version, name, resource string, strategy rest.RESTCreateStrategy) kind {
	gvk := schema.GroupVersionKind{Group: "coordination.k8s.io", Version: version, Kind: name}
	scheme := legacyscheme.Scheme
	manager, err := managedfields.NewDefaultFieldManager(
		managedfields.NewDeducedTypeConverter(), scheme, scheme, scheme, gvk, schema.GroupVersion{Group: gvk.Group, Version: runtime.APIVersionInternal}, "", nil)
	must(err)
	return kind{gvk, resource, strategy, manager}
}

// reviewOf returns the review of an update from an object as its client sent it to the same object
// as kube-apiserver completes it for a create. It returns an error if kube-apiserver rejects the object.
func reviewOf(kind kind, body []byte, asProtobuf bool) ([]byte, error) {
	if asProtobuf {
		converted, err := toProtobuf(kind, body)
		if err != nil {
			return nil, err
		}
		body = converted
	}
	decoder := legacyscheme.Codecs.UniversalDecoder(schema.GroupVersion{Group: kind.gvk.Group, Version: runtime.APIVersionInternal})
	submitted, err := decode(decoder, body)
	if err != nil {
		return nil, err
	}
	object, err := complete(kind, submitted.DeepCopyObject())
	if err != nil {
		return nil, err
	}
	return encodeReview(kind, object, submitted)
}

func decode(decoder runtime.Decoder, body []byte) (object runtime.Object, err error) {
	object, _, err = decoder.Decode(body, nil, nil)
	return object, err
}

// complete does what the handler and the registry of kube-apiserver do for a create.
func complete(kind kind, object runtime.Object) (runtime.Object, error) {
	live, err := legacyscheme.Scheme.New(kind.gvk)
	must(err)
	object, err = kind.manager.Update(live, object, "client")
	if err != nil {
		return nil, err
	}
	meta, err := metaOf(object)
	if err != nil {
		return nil, err
	}
	ctx := genericapirequest.WithNamespace(context.Background(), namespace)
	rest.WipeObjectMetaSystemFields(meta)
	rest.FillObjectMetaSystemFields(meta)
	if meta.GetGenerateName() != "" && meta.GetName() == "" {
		meta.SetName(meta.GetGenerateName() + "x2bcd")
	}
	return object, rest.BeforeCreate(kind.strategy, ctx, object)
}

func metaOf(object runtime.Object) (metav1.Object, error) {
	if accessor, ok := object.(metav1.ObjectMetaAccessor); ok {
		return accessor.GetObjectMeta(), nil
	}
	return nil, fmt.Errorf("%T has no metadata", object)
}

func encodeReview(kind kind, object, oldObject runtime.Object) ([]byte, error) {
	versioned := func(internal runtime.Object) (runtime.Object, error) {
		out, err := legacyscheme.Scheme.ConvertToVersion(internal, kind.gvk.GroupVersion())
		if err == nil {
			out.GetObjectKind().SetGroupVersionKind(kind.gvk)
		}
		return out, err
	}
	after, err := versioned(object)
	if err != nil {
		return nil, err
	}
	before, err := versioned(oldObject)
	if err != nil {
		return nil, err
	}
	gvk := metav1.GroupVersionKind{Group: kind.gvk.Group, Version: kind.gvk.Version, Kind: kind.gvk.Kind}
	dryRun := false
	review := &admissionv1.AdmissionReview{Request: &admissionv1.AdmissionRequest{
		UID:       "9b1a2c1e-52d6-4e7b-8f7e-2f0a3c5d1e00",
		Kind:      gvk,
		Resource:  metav1.GroupVersionResource{Group: kind.gvk.Group, Version: kind.gvk.Version, Resource: kind.resource},
		Namespace: namespace,
		Operation: admissionv1.Update,
		Object:    runtime.RawExtension{Object: after},
		OldObject: runtime.RawExtension{Object: before},
		DryRun:    &dryRun,
	}}
	return runtime.Encode(reviewEncoder, review)
}

// toProtobuf encodes an object as a client in Go does. Such a client can send times that no JSON
// client can send.
func toProtobuf(kind kind, body []byte) ([]byte, error) {
	object, err := decode(legacyscheme.Codecs.UniversalDeserializer(), body)
	if err != nil {
		return nil, err
	}
	moveTimes(object)
	serializer := protobuf.NewSerializer(legacyscheme.Scheme, legacyscheme.Scheme)
	return runtime.Encode(serializer, object)
}
