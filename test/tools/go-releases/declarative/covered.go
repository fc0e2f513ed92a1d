package main

import (
	"context"

	coordinationv1 "k8s.io/api/coordination/v1"
	coordinationv1alpha2 "k8s.io/api/coordination/v1alpha2"
	coordinationv1beta1 "k8s.io/api/coordination/v1beta1"
	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/api/validate"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"lease-guard.dev/go-releases/v1"
	"lease-guard.dev/go-releases/v1alpha2"
	"lease-guard.dev/go-releases/v1beta1"
)

// withDeclarative replaces errors like ValidateDeclarativelyWithMigrationChecks of k8s.io/apiserver,
// with the default feature gates.
func withDeclarative(change change, errors field.ErrorList) field.ErrorList {
	const beta = true // the default of DeclarativeValidationBeta
	ctx := context.Background()
	enforced := validate.FilterEnforcedDeclarativeErrors(ctx, declarativeErrors(ctx, change), beta)
	errors = validate.FilterCoveredHandwrittenErrors(ctx, errors.MarkFromImperative(), enforced, beta)
	return append(errors, enforced...)
}

func declarativeErrors(ctx context.Context, change change) field.ErrorList {
	var served metav1.TypeMeta
	read(change.Object, &served)
	switch served.APIVersion + " " + change.Kind {
	case "coordination.k8s.io/v1 Lease":
		return generated(ctx, change, v1.Validate_Lease, func(o *coordinationv1.Lease) *metav1.ObjectMeta { return &o.ObjectMeta })
	case "coordination.k8s.io/v1beta1 LeaseCandidate":
		return generated(ctx, change, v1beta1.Validate_LeaseCandidate, func(o *coordinationv1beta1.LeaseCandidate) *metav1.ObjectMeta { return &o.ObjectMeta })
	case "coordination.k8s.io/v1alpha2 LeaseCandidate":
		return generated(ctx, change, v1alpha2.Validate_LeaseCandidate, func(o *coordinationv1alpha2.LeaseCandidate) *metav1.ObjectMeta { return &o.ObjectMeta })
	}
	panic("no generated validation: " + served.APIVersion + " " + change.Kind)
}

// generated runs the generated validation of an API version.
func generated[T any](
	ctx context.Context, change change,
	validate func(ctx context.Context, op operation.Operation, at *field.Path, object, old *T) field.ErrorList,
	metadata func(*T) *metav1.ObjectMeta,
) field.ErrorList {
	object := new(T)
	read(change.Object, object)
	if change.OldObject == nil {
		generateName(metadata(object))
		return validate(ctx, operation.Operation{Type: operation.Create}, nil, object, nil)
	}
	old := new(T)
	read(change.OldObject, old)
	return validate(ctx, operation.Operation{Type: operation.Update}, nil, object, old)
}
