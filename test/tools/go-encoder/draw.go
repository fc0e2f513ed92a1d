package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// fields is a JSON object.
type fields map[string]any

type draw func(*rand.Rand) any

func oneOf(values ...any) draw {
	return func(source *rand.Rand) any { return values[source.IntN(len(values))] }
}

// bytesOf returns a string of any bytes. JSON cannot contain all of them, but protobuf can.
func bytesOf(source *rand.Rand) any {
	alphabet := "aZ09.-_/:\"\\<>&\u0000\n\x7f\u00e9\u2028\U0001f600"
	runes := []rune(alphabet)
	var text strings.Builder
	for range source.IntN(12) {
		text.WriteRune(runes[source.IntN(len(runes))])
	}
	return text.String()
}

var names = oneOf("a", "worker-0", "example.com/a", "", nil, "a.b", strings.Repeat("a", 63))

// timeOf returns a time near the limits of the decoder, or an ordinary time.
func timeOf(fraction string) draw {
	years := []string{"0000", "0001", "1969", "2026", "9999", "0000-01-01T00:00:00", "9999-12-31T23:59:59"}
	zones := []string{"Z", "+00:00", "-00:00", "+01:00", "-01:00", "+14:00", "-12:00", "+23:59", "-23:59", "+24:00", "-24:00", "+24:60", "-24:60"}
	rests := []string{"-01-01T00:00:00", "-12-31T23:59:59", "-02-28T12:34:56", "-01-01T01:00:00", "-07-01T8:00:00"}
	return func(source *rand.Rand) any {
		text := years[source.IntN(len(years))]
		if len(text) == 4 {
			text += rests[source.IntN(len(rests))]
		}
		switch source.IntN(12) {
		case 0:
			return nil
		case 1:
			return "0001-01-01T00:00:00" + fraction + "Z"
		}
		return text + fraction + zones[source.IntN(len(zones))]
	}
}

var times = func(source *rand.Rand) any {
	return timeOf([]string{"", "", ".5", ",999999999", ".000000"}[source.IntN(5)])(source)
}
var microTimes = func(source *rand.Rand) any {
	return timeOf([]string{".000000", ".999999", ".123456", ",000001", ".+00001", ".-00000"}[source.IntN(6)])(source)
}
var integers = oneOf(nil, 0, 1, 15, math.MaxInt32)
var longIntegers = oneOf(nil, 0, 1, int64(math.MaxInt32)+1, int64(1)<<53+1, int64(math.MaxInt64), int64(math.MaxInt64)-1)
var booleans = oneOf(nil, true, false)
var owner = object(map[string]draw{
	"apiVersion": oneOf("v1", "apps/v1", "example.com/v1"), "kind": oneOf("Pod", "Deployment"), "name": oneOf("a", "b"),
	"uid": oneOf("1", "2"), "controller": oneOf(nil, false), "blockOwnerDeletion": booleans, "unknown": bytesOf,
}, 7)

// kept is an entry that kube-apiserver keeps, with its time.
var kept = object(map[string]draw{
	"manager": oneOf("a", "b", "client"), "operation": oneOf("Update"), "apiVersion": oneOf("coordination.k8s.io/v1", "coordination.k8s.io/v1beta1"), "time": times,
	"fieldsType": oneOf("FieldsV1"), "fieldsV1": oneOf(fields{"f:spec": fields{"f:renewTime": fields{}}}, fields{"f:metadata": fields{"f:labels": fields{"f:a": fields{}}}}),
}, 8)
var entry = object(map[string]draw{
	"manager":   func(source *rand.Rand) any { return []any{"client", "\u00e9", "kubectl", "", nil}[source.IntN(5)] },
	"operation": oneOf("Update", "Apply"), "apiVersion": oneOf("coordination.k8s.io/v1", "coordination.k8s.io/v1beta1", "example.com/v1", "v1"),
	"time": times, "fieldsType": oneOf("FieldsV1"), "fieldsV1": fieldsV1, "subresource": oneOf(nil, "", "status"),
}, 6)

// notUTF8 becomes a name with a byte that is not UTF-8, which the JSON encoder would replace.
const notUTF8 = "f:not-utf-8"

// fieldsV1 returns sets of fields, and other JSON.
func fieldsV1(source *rand.Rand) any {
	name := []string{"f:spec", "f:metadata", "f:a\"b", `k:{"name":"a\\b"}`, "v:1", "i:0", ".", "f:__proto__", "f:V1", `f:"`, "f:\u00e9", notUTF8}
	inner := fields{}
	for range source.IntN(3) {
		inner[name[source.IntN(len(name))]] = []any{fields{}, fields{"f:renewTime": fields{}}, fields{".": fields{}, "f:a": fields{}}}[source.IntN(3)]
	}
	if source.IntN(12) == 0 {
		return []any{nil, "a", 1, []any{}, fields{"": fields{}}, fields{"f:a": 1}}[source.IntN(6)]
	}
	return inner
}

// object returns an object in which each field is set with a probability of likely / 8.
func object(members map[string]draw, likely int) draw {
	keys := sortedKeys(members)
	return func(source *rand.Rand) any {
		drawn := fields{}
		for _, key := range keys {
			if source.IntN(8) < likely {
				drawn[key] = members[key](source)
			}
		}
		return drawn
	}
}

func listOf(item draw) draw {
	return func(source *rand.Rand) any {
		list := []any{}
		for range source.IntN(4) {
			list = append(list, item(source))
		}
		return []any{list, list, list, nil}[source.IntN(4)]
	}
}

func mapOf(key, value draw) draw {
	return func(source *rand.Rand) any {
		drawn := fields{}
		for range source.IntN(3) {
			name, _ := key(source).(string)
			drawn[name] = value(source)
		}
		return drawn
	}
}

var keys = oneOf("a", "example.com/a", "constructor", "toString", "a_b.c", "x__proto__")
var metadata = object(map[string]draw{
	"generateName": oneOf("a-", "", nil), "namespace": oneOf(namespace, "", nil), "selfLink": bytesOf, "uid": bytesOf, "resourceVersion": oneOf("", "1", "x"),
	"generation": longIntegers, "creationTimestamp": times, "deletionTimestamp": times, "deletionGracePeriodSeconds": oneOf(nil, 0, int64(math.MaxInt64), math.MinInt64),
	"labels": mapOf(keys, oneOf("", "a", "A.b_c", nil)), "annotations": mapOf(keys, bytesOf), "ownerReferences": listOf(owner),
	"finalizers": listOf(oneOf("example.com/a", "kubernetes")), "managedFields": func(source *rand.Rand) any { return listOf([]draw{kept, kept, entry}[source.IntN(3)])(source) }, "clusterName": bytesOf, "initializers": oneOf(nil, fields{}),
}, 4)
var leaseSpec = object(map[string]draw{
	"holderIdentity": bytesOf, "leaseDurationSeconds": oneOf(1, 15, math.MaxInt32, nil), "leaseTransitions": integers, "acquireTime": microTimes, "renewTime": microTimes,
	"strategy": oneOf("OldestEmulationVersion", "example.com/a", nil), "unknown": bytesOf,
}, 5)
var candidateSpec = object(map[string]draw{
	"leaseName": oneOf("a", "a.b"), "pingTime": microTimes, "renewTime": microTimes, "binaryVersion": oneOf("1.36.0", "0.0.1-a+b"),
	"emulationVersion": oneOf("0.0.1-a", "", nil), "strategy": oneOf("OldestEmulationVersion", "example.com/a"),
}, 7)

// drawObject returns an object as a client sends it. One in eight objects has a value of any type
// at a random place.
func drawObject(source *rand.Rand, gvk schema.GroupVersionKind) []byte {
	spec := leaseSpec
	if gvk.Kind == "LeaseCandidate" {
		spec = candidateSpec
	}
	meta := metadata(source).(fields)
	meta["name"] = []any{"a", "a.b", "worker-0"}[source.IntN(3)]
	own := spec(source).(fields)
	if source.IntN(8) == 0 {
		target := []fields{meta, own}[source.IntN(2)]
		for _, key := range sortedKeys(target) {
			if source.IntN(len(target)) == 0 {
				target[key] = []any{nil, "", "a", 0, -1, 1.5, 1e30, true, []any{}, fields{}, fields{"a": nil}, []any{nil}, names(source)}[source.IntN(13)]
			}
		}
	}
	object := fields{"apiVersion": gvk.GroupVersion().String(), "kind": gvk.Kind, "metadata": meta, "spec": own}
	if source.IntN(20) == 0 {
		object["spec"] = nil
	}
	body, err := json.Marshal(object)
	must(err)
	return bytes.ReplaceAll(body, []byte(notUTF8), []byte("f:\xff"))
}

// moveTimes replaces some times of an object with any time that protobuf can contain.
func moveTimes(object runtime.Object) {
	source := rand.New(rand.NewPCG(uint64(len(reflect.TypeOf(object).String())), protobufTimes))
	protobufTimes++
	walk(reflect.ValueOf(object).Elem(), func(value reflect.Value) {
		if source.IntN(2) == 0 {
			return
		}
		seconds := []int64{math.MaxInt64, math.MinInt64, 253402300799, 253402300800, -62167219200, -62167219201, -62135596800, 1 << 40, -1 << 40, source.Int64(), -source.Int64()}[source.IntN(11)]
		moved := time.Unix(seconds, int64(source.IntN(1e9)))
		switch value.Interface().(type) {
		case metav1.Time:
			value.Set(reflect.ValueOf(metav1.Time{Time: moved}))
		case metav1.MicroTime:
			value.Set(reflect.ValueOf(metav1.MicroTime{Time: moved}))
		}
	})
}

var protobufTimes uint64

// walk calls visit for each Time and MicroTime in a value.
func walk(value reflect.Value, visit func(reflect.Value)) {
	switch value.Interface().(type) {
	case metav1.Time, metav1.MicroTime:
		visit(value)
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		if !value.IsNil() {
			walk(value.Elem(), visit)
		}
	case reflect.Struct:
		for index := range value.NumField() {
			if value.Type().Field(index).IsExported() {
				walk(value.Field(index), visit)
			}
		}
	case reflect.Slice:
		for index := range value.Len() {
			walk(value.Index(index), visit)
		}
	}
}

func sortedKeys[V any](members map[string]V) []string {
	return slices.Sorted(maps.Keys(members))
}
