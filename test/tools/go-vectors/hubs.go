package main

import (
	"log"

	coordinationv1 "k8s.io/api/coordination/v1"
	"k8s.io/api/coordination/v1alpha2"
	"k8s.io/api/coordination/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"lease-guard.dev/api-1.31/coordination/v1alpha1"
	sigsjson "sigs.k8s.io/json"
)

type record = map[string]any

// hubSections returns pairs of an object and its decoded values. The decoded values have the field
// names that lease-guard's toHub uses. Nil pointers are left out.
func hubSections() []section {
	var rows []any
	for _, version := range served {
		for _, rest := range hubTexts {
			text := object(version.apiVersion, version.kind, rest)
			into := version.into()
			if err := sigsjson.UnmarshalCaseSensitivePreserveInts([]byte(text), into); err != nil {
				log.Fatal(text, err)
			}
			rows = append(rows, []any{rawJSON(text), hub(into)})
		}
	}
	return []section{{"rows", rows}}
}

func hub(object any) record {
	switch object := object.(type) {
	case *coordinationv1.Lease:
		return hubOf(object.ObjectMeta, leaseSpec(object.Spec))
	case *v1beta1.Lease:
		return hubOf(object.ObjectMeta, leaseSpec(coordinationv1.LeaseSpec(object.Spec)))
	case *v1beta1.LeaseCandidate:
		return hubOf(object.ObjectMeta, candidateSpec(v1alpha2.LeaseCandidateSpec(object.Spec)))
	case *v1alpha2.LeaseCandidate:
		return hubOf(object.ObjectMeta, candidateSpec(object.Spec))
	case *v1alpha1.LeaseCandidate:
		return hubOf(object.ObjectMeta, firstCandidateSpec(object.Spec))
	}
	log.Fatalf("%T is no kind of ours", object)
	return nil
}

func hubOf(meta metav1.ObjectMeta, spec record) record {
	owners, managed, strategies := []record{}, []record{}, []string{}
	for _, owner := range meta.OwnerReferences {
		controller := owner.Controller != nil && *owner.Controller
		owners = append(owners, record{"apiVersion": owner.APIVersion, "kind": owner.Kind, "name": owner.Name, "uid": owner.UID, "controller": controller})
	}
	for _, entry := range meta.ManagedFields {
		managed = append(managed, record{"manager": entry.Manager, "operation": entry.Operation, "fieldsType": entry.FieldsType, "subresource": entry.Subresource})
	}
	metadata := record{
		"name": meta.Name, "generateName": meta.GenerateName, "namespace": meta.Namespace, "uid": meta.UID, "resourceVersion": meta.ResourceVersion,
		"generation": meta.Generation, "labels": orEmpty(meta.Labels), "annotations": orEmpty(meta.Annotations), "ownerReferences": owners,
		"finalizers": append(strategies, meta.Finalizers...), "managedFields": managed,
	}
	if !meta.CreationTimestamp.IsZero() {
		metadata["creationTimestamp"] = meta.CreationTimestamp
	}
	put(metadata, "deletionTimestamp", meta.DeletionTimestamp)
	put(metadata, "deletionGracePeriodSeconds", meta.DeletionGracePeriodSeconds)
	return record{"metadata": metadata, "spec": spec}
}

func leaseSpec(spec coordinationv1.LeaseSpec) record {
	fields := record{}
	put(fields, "holderIdentity", spec.HolderIdentity)
	put(fields, "leaseDurationSeconds", spec.LeaseDurationSeconds)
	put(fields, "acquireTime", spec.AcquireTime)
	put(fields, "renewTime", spec.RenewTime)
	put(fields, "leaseTransitions", spec.LeaseTransitions)
	put(fields, "strategy", spec.Strategy)
	put(fields, "preferredHolder", spec.PreferredHolder)
	return fields
}

func candidateSpec(spec v1alpha2.LeaseCandidateSpec) record {
	strategy := record{"field": []any{"spec", "strategy"}, "value": spec.Strategy}
	fields := record{"leaseName": spec.LeaseName, "binaryVersion": spec.BinaryVersion, "emulationVersion": spec.EmulationVersion, "strategies": []record{strategy}}
	put(fields, "pingTime", spec.PingTime)
	put(fields, "renewTime", spec.RenewTime)
	return fields
}

func firstCandidateSpec(spec v1alpha1.LeaseCandidateSpec) record {
	strategies := []record{}
	for i, strategy := range spec.PreferredStrategies {
		strategies = append(strategies, record{"field": []any{"spec", "preferredStrategies", i}, "value": strategy})
	}
	fields := record{"leaseName": spec.LeaseName, "emulationVersion": spec.EmulationVersion, "strategies": strategies}
	if spec.BinaryVersion != "" {
		fields["binaryVersion"] = spec.BinaryVersion
	}
	put(fields, "pingTime", spec.PingTime)
	put(fields, "renewTime", spec.RenewTime)
	return fields
}

func put[T any](fields record, name string, value *T) {
	if value != nil {
		fields[name] = value
	}
}

func orEmpty(values map[string]string) map[string]string {
	if values == nil {
		return map[string]string{}
	}
	return values
}
