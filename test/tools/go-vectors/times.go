package main

import (
	"encoding/json"
	"fmt"
	"log"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

var timeAlphabet = []rune("0359 aTtZz.,:+-/\u0665\uff10")

// timeSections sorts strings into four lists: those that MicroTime and Time decode, only MicroTime,
// only Time, or neither of them. The list "pairs" is that of instantPairs.
func timeSections() []section {
	sections := []section{{name: "both"}, {name: "microTimeOnly"}, {name: "timeOnly"}, {name: "neither"}}
	for _, text := range unique(timeTexts()) {
		quoted, err := json.Marshal(text)
		if err != nil {
			log.Fatal(err)
		}
		at := 0
		if new(metav1.MicroTime).UnmarshalJSON(quoted) != nil {
			at += 2
		}
		if new(metav1.Time).UnmarshalJSON(quoted) != nil {
			at++
		}
		sections[at].rows = append(sections[at].rows, text)
	}
	return append(sections, section{"pairs", instantPairs()})
}

func timeTexts() []string {
	bases := []string{"2026-07-01T08:09:10.123456Z", "2024-02-29T23:59:59.000000+05:30", "2026-07-01T08:09:10Z", "1999-12-31T00:00:00,5-11:45"}
	var texts []string
	for i, base := range bases {
		texts = append(append(texts, base), mutations(base, timeAlphabet)...)
		texts = append(texts, randomEdits(base, timeAlphabet, 150, random(uint64(i)))...)
	}
	texts = append(texts, oddTimes...)
	texts = append(texts, fractions()...)
	texts = append(texts, offsets()...)
	texts = append(texts, dates()...)
	return append(texts, clocks()...)
}

var oddTimes = []string{
	"", " ", "Z", "null", "0", "now", "2026-07-01", "2026-07-01T", "08:09:10Z", "2026-07-01T08:09Z", "2026-07-01T08Z",
	"2026-07-01t08:09:10.123456Z", "2026-07-01T08:09:10.123456z", "2026-07-01 08:09:10.123456Z", "2026-07-01T08:09:10.123456 Z",
	" 2026-07-01T08:09:10.123456Z", "2026-07-01T08:09:10.123456Z ", "2026-07-01T08:09:10.123456Z\n", "\n2026-07-01T08:09:10.123456Z",
	"2026-07-01T08:09:10.123456Z\x00", "2026-07-01T08:09:10.123456", "2026-07-01T08:09:10.123456ZZ", "2026-07-01T08:09:10.123456UTC",
	"10000-01-01T00:00:00.000000Z", "10000-01-01T00:00:00Z", "999-01-01T00:00:00.000000Z", "999-01-01T00:00:00Z", "0-01-01T00:00:00Z",
	"-001-01-01T00:00:00.000000Z", "-2026-07-01T08:09:10Z", "+2026-07-01T08:09:10.123456Z", "20260701T080910Z", "2026-W27-3T08:09:10Z",
	"2026-182T08:09:10Z", "2026-7-01T08:09:10.123456Z", "2026-07-1T08:09:10.123456Z", "2026-07-01T8:09:10.123456Z", "2026-07-01T8:09:10Z",
	"2026-07-01T08:9:10.123456Z", "2026-07-01T08:9:10Z", "2026-07-01T08:09:1.123456Z", "2026-07-01T08:09:1Z", "2026-Jul-01T08:09:10Z",
	"\u0662\u0660\u0662\u0666-07-01T08:09:10.123456Z", "2026-07-01T08:09:10.\u0661\u0662\u0663\u0664\u0665\u0666Z",
	"2026-07-01T08:09:10.123456\u2212" + "01:00", "2026\u201007\u201001T08:09:10Z", "2026-07-01T08:09:10.123456+01:00[Europe/Paris]",
	"Wed, 01 Jul 2026 08:09:10 GMT", "1782893350", "1782893350.123456", strings.Repeat("9", 100), "2026-07-01T08:09:10." + strings.Repeat("1", 100) + "Z",
}

func fractions() []string {
	var texts []string
	for digits := range 13 {
		for _, start := range []string{".", ",", ".+", ".-", ",+", ",-", "", " .", ".."} {
			for _, digit := range []string{"1", "0", "9"} {
				texts = append(texts, "2026-07-01T08:09:10"+start+strings.Repeat(digit, digits)+"Z")
			}
		}
	}
	return append(texts, "2026-07-01T08:09:10.-00001Z", "2026-07-01T08:09:10.+00000Z", "2026-07-01T08:09:10.1+2345Z", "2026-07-01T08:09:10.12_456Z")
}

func offsets() []string {
	var texts []string
	for _, hour := range []string{"0", "00", "1", "01", "12", "14", "15", "23", "24", "25", "60", "99"} {
		for _, minute := range []string{"", ":", ":0", ":00", ":01", "00", ":30", ":59", ":60", ":61", ":99", ":000", ":00:00"} {
			for _, sign := range []string{"+", "-"} {
				texts = append(texts, "2026-07-01T08:09:10.123456"+sign+hour+minute)
			}
			texts = append(texts, "2026-07-01T08:09:10+"+hour+minute)
		}
	}
	return append(texts, "2026-07-01T08:09:10.123456Z+01:00", "2026-07-01T08:09:10.123456+", "2026-07-01T08:09:10.123456+-1:00", "2026-07-01T08:09:10.12345601:00")
}

func dates() []string {
	var texts []string
	for _, year := range []int{0, 1, 4, 100, 400, 1582, 1900, 2000, 2023, 2024, 2100, 9999} {
		for _, day := range []int{0, 1, 28, 29, 30} {
			texts = append(texts, fmt.Sprintf("%04d-02-%02dT08:09:10.123456Z", year, day))
		}
	}
	for month := range 15 {
		for _, day := range []int{0, 1, 30, 31, 32, 99} {
			texts = append(texts, fmt.Sprintf("2026-%02d-%02dT08:09:10.123456Z", month, day))
		}
	}
	return texts
}

func clocks() []string {
	var texts []string
	for _, hour := range []string{"", "0", "1", "9", "00", "09", "19", "20", "23", "24", "25", "29", "60", "99", "000", "023"} {
		texts = append(texts, "2026-07-01T"+hour+":09:10.123456Z", "2026-07-01T"+hour+":09:10Z", "2026-07-01T"+hour+":00:00.000000+00:00")
	}
	for _, part := range []string{"", "0", "00", "58", "59", "60", "61", "99", "059"} {
		texts = append(texts, "2026-07-01T08:"+part+":10.123456Z", "2026-07-01T08:09:"+part+".123456Z", "2026-07-01T23:59:"+part+"Z")
	}
	return texts
}

// instantPairs returns rows of two times and whether both are the same instant. Most pairs are
// close to each other.
func instantPairs() []any {
	source := random(100)
	var rows []any
	for len(rows) < 400 {
		seconds := time.Date(pick(source, []int{0, 1, 99, 1900, 1969, 1970, 2024, 2026, 9998, 9999}), 1, 1+source.IntN(365), 0, 0, source.IntN(86400), 0, time.UTC)
		nanoseconds := pick(source, []int{0, 0, 1, 999999999, 500000000, 123456000, source.IntN(1e9)})
		a := instantText(seconds, nanoseconds, source.IntN(4))
		b := instantText(seconds.Add(time.Duration(pick(source, []int{0, 0, 0, 1, -1, 60, 3600}))*time.Second), pick(source, []int{nanoseconds, nanoseconds, nanoseconds ^ 1}), source.IntN(4))
		var left, right metav1.Time
		if left.UnmarshalJSON([]byte(`"`+a+`"`)) != nil || right.UnmarshalJSON([]byte(`"`+b+`"`)) != nil {
			continue // The offset makes a year that is not between 0 and 9999.
		}
		rows = append(rows, []any{a, b, left.Equal(&right)})
	}
	return rows
}

// instantText formats an instant with a random time zone offset. spare is the number of digits
// that follow the ninth decimal place of the seconds. Go ignores these digits.
func instantText(instant time.Time, nanoseconds, spare int) string {
	source := random(uint64(instant.Unix()) + uint64(nanoseconds+spare))
	hours, minutes := source.IntN(25), source.IntN(61)
	local := instant.Add(time.Duration(hours*60+minutes) * time.Minute)
	zone := fmt.Sprintf("+%02d:%02d", hours, minutes)
	switch source.IntN(4) {
	case 0:
		local, zone = instant.Add(-local.Sub(instant)), "-"+zone[1:]
	case 1:
		local, zone = instant, pick(source, []string{"Z", "+00:00", "-00:00"})
	}
	fraction := ""
	if nanoseconds != 0 || spare != 0 {
		fraction = fmt.Sprintf(".%09d", nanoseconds) + strings.Repeat("7", spare)
	}
	if spare == 0 {
		fraction = strings.TrimRight(fraction, "0")
	}
	return local.Format("2006-01-02T15:04:05") + fraction + zone
}
