package main

import (
	"log"
	"slices"
	"strings"

	"github.com/blang/semver/v4"
)

const maxUint64, aboveUint64 = "18446744073709551615", "18446744073709551616"

// versionSections sorts strings into rejected versions, accepted versions, and accepted versions
// that are equal to 0.0.0. The list "ascending" contains classes of equal versions.
func versionSections() []section {
	refused, accepted, zero := section{name: "refused"}, section{name: "accepted"}, section{name: "zero"}
	for _, text := range unique(versionTexts()) {
		at := &accepted
		if parsed, err := semver.Parse(text); err != nil {
			at = &refused
		} else if parsed.EQ(semver.Version{}) {
			at = &zero
		}
		at.rows = append(at.rows, text)
	}
	return []section{refused, accepted, zero, {"ascending", asRows(ascending())}}
}

func versionTexts() []string {
	alphabet := []rune("019a-+. vZ_\u0661")
	var texts []string
	for i, base := range []string{"1.20.3-alpha.1+build.05", "10.0.0", "1.2.3-0.x-y.9", "0.0.0+a", "0.0.0-0"} {
		texts = append(append(texts, base), mutations(base, alphabet)...)
		texts = append(texts, randomEdits(base, alphabet, 80, random(uint64(i)))...)
	}
	for _, number := range []string{"18446744073709551614", maxUint64, aboveUint64, "99999999999999999999", "18446744073709551609", "0" + maxUint64, "9007199254740993", "0x1", "1e3", "\uff11", "+1", "-1"} {
		for _, form := range []string{"N.0.0", "0.N.0", "0.0.N", "1.0.0-N", "1.0.0-a.N", "1.0.0+N", "1.0.0-Na", "1.0.0+a.N"} {
			texts = append(texts, strings.Replace(form, "N", number, 1))
		}
	}
	return append(texts, "", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.3 ", "\n1.2.3", "1.2.3\n", "1.2.3-", "1.2.3+", "1.2.3-+", "1.2.3-+b", "1.2.3-a+",
		"1.2.3+a+b", "1.2.3+a-b", "1.2.3-a+b-c.d-", "1.2.3--", "1.2.3---.-", "1.2.3-01", "1.2.3-00", "1.2.3-0", "1.2.3-0a", "1.2.3-a.01", "1.2.3+01.00",
		"1.2.3-a..b", "1.2.3-.a", "1.2.3-a.", "1.2.3+a..b", "1.2.3-\u00e9", "1.2.3+\u00e9", "1.2.3-a_b", "01.2.3", "1.02.3", "1.2.03", "00.0.0", "0.0.0", "0.0.0+b.1")
}

// ascending returns classes of equal versions in ascending order. It checks the order of every
// pair.
func ascending() [][]string {
	var versions []semver.Version
	for _, text := range []string{
		"0.0.0", "0.0.0+b", "0.0.0-0", "0.0.0-a", "0.0.1", "0.0.9", "0.0.10", "0.1.0", "0.2.0", "0.10.0", "1.0.0", "1.0.0+1", "1.0.0+2.a", "2.0.0", "10.0.0",
		"1.0.0-0", "1.0.0-1", "1.0.0-2", "1.0.0-9", "1.0.0-10", "1.0.0-0.0", "1.0.0-1.0", "1.0.0-a", "1.0.0-A", "1.0.0-Z", "1.0.0-z", "1.0.0--", "1.0.0--1",
		"1.0.0-alpha", "1.0.0-alpha+x", "1.0.0-alpha.1", "1.0.0-alpha.1.0", "1.0.0-alpha.beta", "1.0.0-alpha0", "1.0.0-alpha-", "1.0.0-beta", "1.0.0-beta.2",
		"1.0.0-beta.11", "1.0.0-rc.1", "1.0.0-0a", "1.0.0-1a", "1.0.0-10a", "1.0.0-9007199254740992", "1.0.0-9007199254740993", "1.0.0-" + maxUint64, "1.0.0-18446744073709551614",
		"9007199254740992.0.0", "9007199254740993.0.0", "9007199254740993.0.0+z", maxUint64 + ".0.0", "0." + maxUint64 + ".0", "0.0." + maxUint64, "18446744073709551614.0.0",
		"1.36.0-alpha.0", "1.36.0-alpha.0.12+abcdef", "1.36.0-rc.0", "1.36.0", "1.36.4", "1.36.4+vendor.1", "1.37.0",
	} {
		versions = append(versions, semver.MustParse(text))
	}
	slices.SortStableFunc(versions, semver.Version.Compare)
	var classes [][]string
	for i, version := range versions {
		if i > 0 && version.EQ(versions[i-1]) {
			last := len(classes) - 1
			classes[last] = append(classes[last], version.String())
		} else {
			classes = append(classes, []string{version.String()})
		}
	}
	for i, lower := range classes {
		for _, higher := range classes[i+1:] {
			if !semver.MustParse(lower[0]).LT(semver.MustParse(higher[0])) {
				log.Fatalf("%s is not below %s", lower[0], higher[0])
			}
		}
	}
	return classes
}
