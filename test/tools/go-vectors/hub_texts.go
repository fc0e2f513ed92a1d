package main

// hubTexts contains the parts of objects after the kind. Every API version decodes them. Times have
// the format of the encoder.
var hubTexts = []string{
	`{"metadata":null}`, `{"metadata":{}}`, `{"spec":null}`, `{"spec":{}}`, `{"metadata":null,"spec":null}`,
	`{"metadata":{"name":"a","generateName":"b","namespace":"c","uid":"d","resourceVersion":"1","generation":2}}`,
	`{"metadata":{"name":"","generateName":"","namespace":"","uid":"","resourceVersion":"","generation":0}}`,
	`{"metadata":{"name":null,"generateName":null,"namespace":null,"uid":null,"resourceVersion":null,"generation":null}}`,
	`{"metadata":{"creationTimestamp":"2026-07-01T08:00:00Z","deletionTimestamp":"2026-07-01T09:00:00Z","deletionGracePeriodSeconds":30}}`,
	`{"metadata":{"creationTimestamp":null,"deletionTimestamp":null,"deletionGracePeriodSeconds":null}}`,
	`{"metadata":{"deletionGracePeriodSeconds":0,"generation":-1}}`,
	`{"metadata":{"labels":null,"annotations":null,"ownerReferences":null,"finalizers":null,"managedFields":null}}`,
	`{"metadata":{"labels":{},"annotations":{},"ownerReferences":[],"finalizers":[],"managedFields":[]}}`,
	`{"metadata":{"labels":{"a":null,"b":"","c":"d"},"annotations":{"a":null,"b":"","c":"d"}}}`,
	`{"metadata":{"labels":{"__proto__":"x","constructor":"y","toString":null},"annotations":{"__proto__":null,"hasOwnProperty":"z"}}}`,
	`{"metadata":{"ownerReferences":[null,{},{"apiVersion":"v1","kind":"Pod","name":"a","uid":"b","controller":true,"blockOwnerDeletion":true}]}}`,
	`{"metadata":{"ownerReferences":[{"apiVersion":null,"kind":null,"name":null,"uid":null,"controller":null},{"controller":false}]}}`,
	`{"metadata":{"finalizers":[null,"","example.com/a"]}}`,
	`{"metadata":{"managedFields":[null,{},{"manager":"a","operation":"Apply","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{}},"subresource":"status"}]}}`,
	`{"metadata":{"managedFields":[{"manager":null,"operation":null,"fieldsType":null,"subresource":null,"time":null,"fieldsV1":null}]}}`,
	`{"metadata":{"Name":"a","unknown":1},"spec":{"unknown":{}},"status":{}}`,
	`{"spec":{"holderIdentity":"a","leaseDurationSeconds":15,"acquireTime":"2026-07-01T08:00:00.000000Z","renewTime":"2026-07-01T08:00:00.000001Z","leaseTransitions":1,"strategy":"b","preferredHolder":"c"}}`,
	`{"spec":{"holderIdentity":"","leaseDurationSeconds":0,"leaseTransitions":0,"strategy":"","preferredHolder":""}}`,
	`{"spec":{"holderIdentity":null,"leaseDurationSeconds":null,"acquireTime":null,"renewTime":null,"leaseTransitions":null,"strategy":null,"preferredHolder":null}}`,
	`{"spec":{"leaseName":"a","pingTime":"2026-07-01T08:00:00.000000Z","renewTime":"2026-07-01T08:00:00.000001Z","binaryVersion":"1.0.0","emulationVersion":"1.0.0"}}`,
	`{"spec":{"leaseName":"","binaryVersion":"","emulationVersion":"","preferredStrategies":[]}}`,
	`{"spec":{"leaseName":null,"pingTime":null,"renewTime":null,"binaryVersion":null,"emulationVersion":null,"preferredStrategies":null}}`,
	`{"spec":{"preferredStrategies":["a",null,"","a"]}}`,
}
