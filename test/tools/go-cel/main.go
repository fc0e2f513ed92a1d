// Evaluates expressions of ValidatingAdmissionPolicies as kube-apiserver does. The program reads
// one Input and prints one Output, both as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	authenticationv1 "k8s.io/api/authentication/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	"k8s.io/api/coordination/v1alpha2"
	"k8s.io/api/coordination/v1beta1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/cel/environment"
)

// budget is the cost that kube-apiserver allows for all expressions of a policy.
const budget = 10_000_000

type variable struct {
	Name       string `json:"name"`
	Expression string `json:"expression"`
}

// program is the part of a policy that contains expressions.
type program struct {
	// Kubernetes is the version whose CEL functions the expressions use, such as 1.30.
	Kubernetes string `json:"kubernetes"`
	// HasParams is true if the expressions read params.
	HasParams   bool       `json:"hasParams"`
	Variables   []variable `json:"variables"`
	Expressions []string   `json:"expressions"`
}

type write struct {
	Program   int                       `json:"program"`
	Operation string                    `json:"operation"`
	Object    json.RawMessage           `json:"object"`
	OldObject json.RawMessage           `json:"oldObject"`
	User      authenticationv1.UserInfo `json:"user"`
	// Params are the objects with which kube-apiserver evaluates the expressions, one after another.
	Params []json.RawMessage `json:"params"`
}

type input struct {
	Programs []program `json:"programs"`
	Writes   []write   `json:"writes"`
}

// result has the outcome of a write. Values has one item for each expression and each of the params.
// An item is true, false, or an error. Cost is the cost of all expressions together, with the params
// for which it is highest.
type result struct {
	Values []any `json:"values"`
	Cost   int64 `json:"cost"`
	// Undecodable says why kube-apiserver cannot decode an object of the write.
	Undecodable string `json:"undecodable,omitempty"`
}

type output struct {
	// Errors has the compilation errors of each program.
	Errors [][]string `json:"errors"`
	Writes []result   `json:"writes"`
}

type evaluator struct {
	conditions cel.ConditionEvaluator
	hasParams  bool
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		fail(err)
	}
	out := output{}
	evaluators := []evaluator{}
	for _, each := range in.Programs {
		compiled, errors := compile(each)
		evaluators = append(evaluators, compiled)
		out.Errors = append(out.Errors, errors)
	}
	for _, each := range in.Writes {
		out.Writes = append(out.Writes, evaluate(evaluators[each.Program], each))
	}
	if err := json.NewEncoder(os.Stdout).Encode(out); err != nil {
		fail(err)
	}
}

func compile(each program) (evaluator, []string) {
	compiler, err := cel.NewCompositedCompiler(environment.MustBaseEnvSet(version.MustParseGeneric(each.Kubernetes)))
	if err != nil {
		fail(err)
	}
	errors := []string{}
	options := cel.OptionalVariableDeclarations{HasParams: each.HasParams}
	for _, each := range each.Variables {
		compiled := compiler.CompileAndStoreVariable(&validating.Variable{Name: each.Name, Expression: each.Expression}, options, environment.NewExpressions)
		if compiled.Error != nil {
			errors = append(errors, fmt.Sprintf("variables.%s: %v", each.Name, compiled.Error))
		}
	}
	accessors := []cel.ExpressionAccessor{}
	for _, each := range each.Expressions {
		accessor := &validating.ValidationCondition{Expression: each}
		accessors = append(accessors, accessor)
		if compiled := compiler.CompileCELExpression(accessor, options, environment.NewExpressions); compiled.Error != nil {
			errors = append(errors, fmt.Sprintf("%s: %v", each, compiled.Error))
		}
	}
	return evaluator{compiler.CompileCondition(accessors, options, environment.NewExpressions), each.HasParams}, errors
}

// set sets a field that is a runtime.Object up to Kubernetes 1.36, and an admission.LazyObject from
// 1.37 on.
func set(field any, object runtime.Object) {
	switch field := field.(type) {
	case *runtime.Object:
		*field = object
	case interface{ Set(runtime.Object) }:
		field.Set(object)
	default:
		panic(fmt.Sprintf("unknown type of an object: %T", field))
	}
}

func evaluate(with evaluator, each write) result {
	object, err := decode(each.Object)
	if err != nil {
		return result{Undecodable: err.Error()}
	}
	oldObject, err := decode(each.OldObject)
	if err != nil {
		return result{Undecodable: err.Error()}
	}
	some := object
	if some == nil {
		some = oldObject
	}
	meta := some.(metav1.Object)
	kind := some.GetObjectKind().GroupVersionKind()
	resource := kind.GroupVersion().WithResource("leases")
	if kind.Kind == "LeaseCandidate" {
		resource = kind.GroupVersion().WithResource("leasecandidates")
	}
	extra := map[string][]string{}
	for key, values := range each.User.Extra {
		extra[key] = values
	}
	info := &user.DefaultInfo{Name: each.User.Username, UID: each.User.UID, Groups: each.User.Groups, Extra: extra}
	attributes := admission.NewAttributesRecord(object, oldObject, kind, meta.GetNamespace(), meta.GetName(), resource, "", admission.Operation(each.Operation), nil, false, info)
	versioned := &admission.VersionedAttributes{Attributes: attributes, VersionedKind: kind}
	set(&versioned.VersionedObject, object)
	set(&versioned.VersionedOldObject, oldObject)
	request := cel.CreateAdmissionRequest(attributes, metav1.GroupVersionResource(resource), metav1.GroupVersionKind(kind))
	bindings := []cel.OptionalVariableBindings{}
	for _, text := range each.Params {
		params, err := decode(text)
		if err != nil {
			return result{Undecodable: err.Error()}
		}
		bindings = append(bindings, cel.OptionalVariableBindings{VersionedParams: params})
	}
	if !with.hasParams {
		bindings = []cel.OptionalVariableBindings{{}}
	}
	out := result{Values: []any{}}
	for _, binding := range bindings {
		evaluations, left, err := with.conditions.ForInput(context.Background(), versioned, request, binding, nil, budget)
		if err != nil {
			return result{Values: []any{err.Error()}, Cost: budget}
		}
		for _, evaluation := range evaluations {
			if evaluation.Error != nil {
				out.Values = append(out.Values, evaluation.Error.Error())
			} else {
				out.Values = append(out.Values, evaluation.EvalResult.Value())
			}
		}
		out.Cost = max(out.Cost, budget-left)
	}
	return out
}

// oldCandidate is the LeaseCandidate of v1alpha1, which later Go modules do not contain.
type oldCandidate struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              struct {
		LeaseName           string            `json:"leaseName"`
		PingTime            *metav1.MicroTime `json:"pingTime,omitempty"`
		RenewTime           *metav1.MicroTime `json:"renewTime,omitempty"`
		BinaryVersion       string            `json:"binaryVersion,omitempty"`
		EmulationVersion    string            `json:"emulationVersion,omitempty"`
		PreferredStrategies []string          `json:"preferredStrategies,omitempty"`
	} `json:"spec,omitempty"`
}

func (c *oldCandidate) DeepCopyObject() runtime.Object {
	copied := *c
	return &copied
}

// decode decodes an object into the Go type of its version, as kube-apiserver does.
func decode(text json.RawMessage) (runtime.Object, error) {
	if len(text) == 0 || string(text) == "null" {
		return nil, nil
	}
	var meta metav1.TypeMeta
	if err := json.Unmarshal(text, &meta); err != nil {
		return nil, err
	}
	types := map[string]runtime.Object{
		"coordination.k8s.io/v1 Lease":                &coordinationv1.Lease{},
		"coordination.k8s.io/v1beta1 Lease":           &v1beta1.Lease{},
		"coordination.k8s.io/v1beta1 LeaseCandidate":  &v1beta1.LeaseCandidate{},
		"coordination.k8s.io/v1alpha2 LeaseCandidate": &v1alpha2.LeaseCandidate{},
		"coordination.k8s.io/v1alpha1 LeaseCandidate": &oldCandidate{},
	}
	object := types[meta.APIVersion+" "+meta.Kind]
	if object == nil {
		return nil, fmt.Errorf("no Go type for %s %s", meta.APIVersion, meta.Kind)
	}
	return object, json.Unmarshal(text, object)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
