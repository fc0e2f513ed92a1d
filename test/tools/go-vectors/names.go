package main

import (
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/api/validate/content"
	metavalidation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation"
)

// nameChecks has the same order as the lists of messages in a row.
var nameChecks = []struct {
	name  string
	check func(string) []string
}{
	{"labelKey", content.IsLabelKey},
	{"labelValue", content.IsLabelValue},
	{"dnsLabel", validation.IsDNS1123Label},
	{"dnsSubdomain", validation.IsDNS1123Subdomain},
	{"dnsSubdomainBytes", content.IsDNS1123Subdomain},
	{"configMapKey", validation.IsConfigMapKey},
	{"pathSegmentName", content.IsPathSegmentName},
	{"pathSegmentPrefix", content.IsPathSegmentPrefix},
}

// nameSections returns the messages of each check for each string. A message is an index into the
// list "messages". The list "unprintable" contains only strings with errors.
func nameSections() []section {
	checks, messages, texts, unprintables := section{name: "checks"}, section{name: "messages"}, section{name: "texts"}, section{name: "unprintable"}
	for _, check := range nameChecks {
		checks.rows = append(checks.rows, check.name)
	}
	indexes := map[string]int{}
	for _, text := range unique(nameTexts()) {
		row := []any{text}
		for _, check := range nameChecks {
			said := []int{}
			for _, message := range check.check(text) {
				if _, known := indexes[message]; !known {
					indexes[message] = len(messages.rows)
					messages.rows = append(messages.rows, message)
				}
				said = append(said, indexes[message])
			}
			row = append(row, said)
		}
		texts.rows = append(texts.rows, row)
		if said := unprintable(text); len(said) > 0 {
			unprintables.rows = append(unprintables.rows, []any{text, said})
		}
	}
	return []section{checks, messages, texts, unprintables}
}

// unprintable returns the errors of ValidateFieldManager for characters. It leaves out the error
// for the length, because another rule reports the length.
func unprintable(text string) []string {
	said := []string{}
	for _, fault := range metavalidation.ValidateFieldManager(text, nil) {
		if strings.HasPrefix(fault.Detail, "invalid character") {
			said = append(said, fault.Detail)
		}
	}
	return said
}

func nameTexts() []string {
	texts := append([]string{}, oddNames...)
	for _, length := range []int{62, 63, 64, 126, 127, 252, 253, 254, 255} {
		a := strings.Repeat("a", length)
		dotted := strings.Repeat("abc.", length)[:length-1] + "z"
		texts = append(texts, a, dotted, a+"/b", dotted+"/b", "b/"+a, "example.com/"+dotted, a[1:]+"-", "-"+a[1:], a[1:]+"A", a[1:]+"_", "B"+a[1:])
		texts = append(texts, strings.Repeat("\u00e9", length/2), strings.Repeat("\u20ac", length/3), strings.Repeat("\U0001f600", length/4), a[2:]+"\u00e9")
		texts = append(texts, strings.Repeat("\u00e9", length/2)+"/b", "b/"+strings.Repeat("\u00e9", length/2))
	}
	source := random(7)
	ascii := []rune("aaabzZ09--..__// %!\x00\x7f\n")
	for range 250 {
		texts = append(texts, randomText(source.IntN(12), func() rune { return pick(source, ascii) }))
	}
	for range 100 {
		texts = append(texts, randomText(1+source.IntN(6), func() rune { return stableRune(source.IntN(unicode.MaxRune + 1)) }))
	}
	for _, base := range []string{"example.com/my-name", "My_Name.1", "a-b.c-d"} {
		texts = append(texts, randomEdits(base, []rune("aZ0-._/ \u00e9"), 60, source)...)
	}
	return texts
}

func randomText(length int, next func() rune) string {
	runes := make([]rune, length)
	for i := range runes {
		runes[i] = next()
	}
	return string(runes)
}

// stableRune returns the rune of a code point that Go's Unicode version assigns, and another rune
// for any other code point. JavaScript can have a later Unicode version, with other results for
// unassigned runes.
func stableRune(code int) rune {
	if r := rune(code); assigned(r) {
		return r
	}
	return []rune("\u00e9\u200b\ue000\uffff\U0001f600\U0010fffd")[code%6]
}

var oddNames = []string{
	"", "a", "A", "0", "-", ".", "..", "...", "..a", ".a", "a.", "a..b", "a-", "-a", "a--b", "a.-b", "a-.b", "a._b", "_", "_a", "a_", "a_b", " ", " a", "a ",
	"a b", "a\tb", "a\n", "\na", "a\x00", "/", "//", "///", "a/", "/a", "a//b", "a/b", "a/b/c", "a/b/", "/a/b", "A/b", "a/B", "a_b/c", "a.b/c", "a-/b", "-a/b",
	".a/b", "a./b", "a/-b", "a/b-", "a/.b", "a/b.", "a/_", "%", "a%", "%2f", "a%2Fb", "a/b%", "%/", "k8s.io/x", "kubernetes.io/x", "EXAMPLE.com/x",
	"example.com/MyName", "host_6f1d0c8e-7a51-4b8e-9df5-9b6ff2a1c001", "kube-scheduler", "node.name-1", "192.168.0.1", "1", "01", "\u00e9", "a\u00e9", "\u0661",
	"\uff41", "\u212a", "\u0131", "\u017f", "a\u0301", "\u200b", "\ufeff", "\u2028", "\u00a0", "\u3000", "\u00ad", "\u202e", "\U0001f600", "\ue000", "\uffff",
	"\U0010ffff", "\u0085", "\x7f", "\x1b[31m", "<script>", "a&b", "'", "\"", "\\", "`", "{}", "[0]", "__proto__", "constructor", "toString", "null",
}
