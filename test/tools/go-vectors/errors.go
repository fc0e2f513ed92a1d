package main

import "k8s.io/apimachinery/pkg/util/validation/field"

// errorSections returns rows of a constructor, a path as a list of steps, a value, a detail, and
// the whole message.
func errorSections() []section {
	spec := field.NewPath("spec")
	deep := field.NewPath("metadata").Child("managedFields").Index(0).Child("manager")
	key := field.NewPath("metadata", "labels").Key("example.com/a.b]")
	paths := []struct {
		steps []any
		path  *field.Path
	}{
		{[]any{"spec"}, spec},
		{[]any{"spec", "strategy"}, spec.Child("strategy")},
		{[]any{"spec", "preferredStrategies", 1}, spec.Child("preferredStrategies").Index(1)},
		{[]any{"metadata", "managedFields", 0, "manager"}, deep},
		{[]any{"metadata", "labels", map[string]string{"key": "example.com/a.b]"}}, key},
		{[]any{"metadata", "annotations", map[string]string{"key": ""}}, field.NewPath("metadata", "annotations").Key("")},
	}
	// Objects and lists are left out, because lease-guard does not print them in messages.
	values := []any{"", "a", "a\"b\\", "a\u200b\n", "\u00e9", int64(0), int64(-1), int64(2147483648), 1.5, true, false, nil}
	var rows []any
	add := func(constructor string, at int, value any, detail string, fault *field.Error) {
		rows = append(rows, []any{constructor, paths[at].steps, value, detail, fault.Error()})
	}
	for at, entry := range paths {
		add("required", at, nil, "", field.Required(entry.path, ""))
		add("required", at, nil, "must be set", field.Required(entry.path, "must be set"))
		add("forbidden", at, nil, "may not be set", field.Forbidden(entry.path, "may not be set"))
		add("tooLong", at, 128, "", field.TooLong(entry.path, "", 128))
		for _, value := range values {
			add("invalid", at, value, "must be b", field.Invalid(entry.path, value, "must be b"))
			add("typeInvalid", at, value, "must be a string", field.TypeInvalid(entry.path, value, "must be a string"))
		}
		add("notSupported", at, "x", "b|\"c\"", field.NotSupported(entry.path, "x", []string{"b", "\"c\""}))
		add("notSupported", at, "x", "b", field.NotSupported(entry.path, "x", []string{"b"}))
	}
	return []section{{"rows", rows}}
}
