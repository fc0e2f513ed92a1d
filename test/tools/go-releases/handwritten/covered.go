package main

import "k8s.io/apimachinery/pkg/util/validation/field"

// withDeclarative returns the errors unchanged, because Kubernetes 1.36 and earlier do not generate
// validation code for the types of the coordination group.
func withDeclarative(_ change, errors field.ErrorList) field.ErrorList { return errors }
