package main

import "math/rand/v2"

// mutations returns every string that differs from base by one edit. An edit removes or doubles a
// character, or replaces it with a character of the alphabet.
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

// randomEdits returns strings that differ from base by two random edits.
func randomEdits(base string, alphabet []rune, count int, source *rand.Rand) []string {
	var texts []string
	for range count {
		once := mutations(base, alphabet)
		twice := mutations(once[source.IntN(len(once))], alphabet)
		texts = append(texts, twice[source.IntN(len(twice))])
	}
	return texts
}

// unique removes strings that are equal to an earlier string.
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

// random returns a source of random numbers. The numbers are the same in every run.
func random(stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(1, stream))
}

func pick[T any](source *rand.Rand, values []T) T {
	return values[source.IntN(len(values))]
}
