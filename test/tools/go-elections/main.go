// Command go-elections chooses strategies and leaders like kube-apiserver's controller for
// coordinated leader election, in the Kubernetes version from whose sources it is built.
//
// It reads a JSON list of sets of LeaseCandidates from standard input, and writes a list with the
// results for each set. The first results are for the candidates in the given order, the second
// ones for the reversed order. The third strategy is for candidates that are sorted by descending
// binary version.
package main

import (
	"encoding/json"
	"log"
	"os"
	"slices"

	"lease-guard.dev/go-elections/leaderelection"
)

type candidates = []*leaderelection.LeaseCandidate

type result struct {
	Strategy []strategy `json:"strategy"`
	Leader   []*string  `json:"leader"`
}

type strategy struct {
	Strategy string `json:"strategy,omitempty"`
	Error    string `json:"error,omitempty"`
	Panic    bool   `json:"panic,omitempty"`
}

func main() {
	var sets []candidates
	decoder := json.NewDecoder(os.Stdin)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&sets); err != nil {
		log.Fatal(err)
	}
	results := []result{}
	for _, given := range sets {
		reversed := slices.Clone(given)
		slices.Reverse(reversed)
		results = append(results, result{
			Strategy: []strategy{pickStrategy(given), pickStrategy(reversed), pickStrategy(newestFirst(given))},
			Leader:   []*string{pickLeader(given), pickLeader(reversed)},
		})
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		log.Fatal(err)
	}
}

func newestFirst(given candidates) candidates {
	return slices.SortedStableFunc(slices.Values(given), func(a, b *leaderelection.LeaseCandidate) int {
		return leaderelection.GetBinaryVersionOrZero(b).Compare(leaderelection.GetBinaryVersionOrZero(a))
	})
}

// pickStrategy also returns a panic as a result: Kubernetes 1.31 panics if a candidate prefers no
// strategy.
func pickStrategy(from candidates) (picked strategy) {
	defer func() {
		if recover() != nil {
			picked = strategy{Panic: true}
		}
	}()
	best, err := leaderelection.PickBestStrategy(from)
	if err != nil {
		return strategy{Error: err.Error()}
	}
	return strategy{Strategy: string(best)}
}

func pickLeader(from candidates) *string {
	if leader := leaderelection.PickBestLeaderOldestEmulationVersion(from); leader != nil {
		return &leader.Name
	}
	return nil
}
