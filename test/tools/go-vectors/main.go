// Command go-vectors records what the Go libraries inside kube-apiserver answer, for tests that must agree with them.
//
// Usage: go-vectors DIRECTORY
// It writes one JSON file a subject; the same build writes the same bytes.
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

// section is one list of a file; it prints one row a line.
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

// encode writes JSON in ASCII alone: a reader should see the characters that do not print.
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

// asRows turns a list of one type into rows.
func asRows[T any](values []T) []any {
	rows := make([]any, 0, len(values))
	for _, value := range values {
		rows = append(rows, value)
	}
	return rows
}
