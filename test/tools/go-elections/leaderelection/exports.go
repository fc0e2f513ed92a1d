// Package leaderelection exports the functions of the Kubernetes file election.go, which record.mjs
// adds unchanged. For Kubernetes 1.31, record.mjs replaces v1beta1 with v1alpha1 in this file.
package leaderelection

import (
	"time"

	coordination "k8s.io/api/coordination/v1beta1"
)

// Kubernetes declares this constant in leaderelection_controller.go.
const leaseCandidateValidDuration = 30 * time.Minute

type LeaseCandidate = coordination.LeaseCandidate

var (
	PickBestStrategy                     = pickBestStrategy
	PickBestLeaderOldestEmulationVersion = pickBestLeaderOldestEmulationVersion
	GetBinaryVersionOrZero               = getBinaryVersionOrZero
)
