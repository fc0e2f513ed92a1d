package main

import (
	"log"
	"strconv"
	"strings"
	"unicode"

	sigsjson "sigs.k8s.io/json"
)

// assigned reports whether Go's Unicode version assigns a character to the code point. It also
// returns true for code points that will never have a character.
func assigned(r rune) bool {
	noncharacter := r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef
	return noncharacter || unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

// unicodeSections returns Go's Unicode version, and the ranges of printable and of assigned code
// points. A range is its first and last code point. strconv.IsPrint and unicode.IsPrint agree about
// every code point.
func unicodeSections() []section {
	for r := range rune(unicode.MaxRune + 1) {
		if strconv.IsPrint(r) != unicode.IsPrint(r) {
			log.Fatalf("%U: strconv and unicode disagree", r)
		}
	}
	return []section{
		{"version", []any{unicode.Version}},
		{"printable", asRows(ranges(unicode.IsPrint))},
		{"assigned", asRows(ranges(assigned))},
	}
}

func ranges(holds func(rune) bool) [][2]rune {
	var found [][2]rune
	for r := range rune(unicode.MaxRune + 1) {
		last := len(found) - 1
		switch {
		case !holds(r):
		case last >= 0 && found[last][1] == r-1:
			found[last][1] = r
		default:
			found = append(found, [2]rune{r, r})
		}
	}
	return found
}

// quoteSections returns pairs of a JSON string and a quoted string. The second one is strconv.Quote
// of the value that Kubernetes' decoder reads.
func quoteSections() []section {
	var rows []any
	for _, text := range quoteTexts() {
		var decoded string
		if err := sigsjson.UnmarshalCaseSensitivePreserveInts([]byte(text), &decoded); err != nil {
			log.Fatal(text, err)
		}
		rows = append(rows, []any{rawJSON(text), strconv.Quote(decoded)})
	}
	return []section{{"rows", rows}}
}

func quoteTexts() []string {
	texts := []string{`""`, `"\/"`, `"a\u0000b"`, `"\ud83d\ude00"`, `"%s %q %d"`, `"'"`, "\"`\"", `"</script>&"`, `"\\n"`, `"\\\""`, `"\ufffd"`}
	for _, high := range []string{"d800", "dbff", "dc00", "dfff"} {
		unit := `\u` + high
		texts = append(texts, `"`+unit+`"`, `"a`+unit+`b"`, `"`+unit+unit+`"`, `"`+unit+`\u0041"`, `"`+unit+`\n"`, `"\u00e9`+unit+`"`, `"`+unit+`\ud83d\ude00"`)
	}
	for r := range rune(0x180) {
		texts = append(texts, encode(string(r)))
	}
	source := random(11)
	for plane := range 17 {
		for range 12 {
			texts = append(texts, encode(string(stableRune(plane<<16+source.IntN(1<<16)))))
		}
		texts = append(texts, encode(string(rune(plane<<16+0xfffe))), encode(string(rune(plane<<16+0xffff))))
	}
	for _, odd := range oddNames {
		texts = append(texts, encode(odd))
	}
	for range 60 {
		texts = append(texts, encode(randomText(source.IntN(20), func() rune { return stableRune(source.IntN(0x3000)) })))
	}
	return append(texts, encode(strings.Repeat("\u00e9\n", 50)))
}
