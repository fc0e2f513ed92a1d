// Command go-vectors records the results of Go libraries in kube-apiserver. Tests compare
// lease-guard with these results.
//
// Usage: go-vectors DIRECTORY
// It writes one JSON file for each subject. The same build always writes the same bytes.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"unicode/utf16"
)

// section is one list of a file. Each row is one line.
type section struct {
	name string
	rows []any
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go-vectors DIRECTORY")
	}
	for name, sections := range map[string][]section{
		"times":    timeSections(),
		"versions": versionSections(),
		"names":    nameSections(),
		"unicode":  unicodeSections(),
		"quotes":   quoteSections(),
		"errors":   errorSections(),
		"objects":  objectSections(),
		"hubs":     hubSections(),
		"unknown":  unknownSections(),
	} {
		file := filepath.Join(os.Args[1], name+".json")
		if err := os.WriteFile(file, print(sections), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

func print(sections []section) []byte {
	var out bytes.Buffer
	for i, section := range sections {
		fmt.Fprintf(&out, "%s%q: [", []string{"{\n  ", ",\n  "}[min(i, 1)], section.name)
		for j, row := range section.rows {
			fmt.Fprintf(&out, "%s    %s", []string{"\n", ",\n"}[min(j, 1)], encode(row))
		}
		out.WriteString("\n  ]")
	}
	out.WriteString("\n}\n")
	return out.Bytes()
}

// encode writes JSON in ASCII only, so that a reader can see characters that are not printable.
func encode(row any) string {
	var text, out bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(row); err != nil {
		log.Fatal(err)
	}
	for _, r := range bytes.Runes(bytes.TrimSpace(text.Bytes())) {
		if r < 0x7f {
			out.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&out, "\\u%04x", unit)
		}
	}
	return out.String()
}

// asRows converts a list of one type to rows.
func asRows[T any](values []T) []any {
	rows := make([]any, 0, len(values))
	for _, value := range values {
		rows = append(rows, value)
	}
	return rows
}
