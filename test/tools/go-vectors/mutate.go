package main

import "math/rand/v2"

// mutations gives every text that is one edit away from a base: each character dropped, doubled, and replaced by each of the alphabet.
func mutations(base string, alphabet []rune) []string {
	runes := []rune(base)
	var texts []string
	for i, r := range runes {
		before, after := string(runes[:i]), string(runes[i+1:])
		texts = append(texts, before+after, before+string(r)+string(r)+after)
		for _, other := range alphabet {
			texts = append(texts, before+string(other)+after)
		}
	}
	return texts
}

// randomEdits gives texts that are two edits away from a base, drawn by a source of fixed seed.
func randomEdits(base string, alphabet []rune, count int, source *rand.Rand) []string {
	var texts []string
	for range count {
		once := mutations(base, alphabet)
		twice := mutations(once[source.IntN(len(once))], alphabet)
		texts = append(texts, twice[source.IntN(len(twice))])
	}
	return texts
}

// unique keeps the first of equal texts.
func unique(texts []string) []string {
	seen := map[string]bool{}
	var kept []string
	for _, text := range texts {
		if !seen[text] {
			seen[text] = true
			kept = append(kept, text)
		}
	}
	return kept
}

// random is a source whose numbers are alike in every run.
func random(stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(1, stream))
}

func pick[T any](source *rand.Rand, values []T) T {
	return values[source.IntN(len(values))]
}
