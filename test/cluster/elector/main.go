// elector acquires and renews Leases with client-go's leader election, as a controller does. It
// stops after the time of -for or at SIGTERM, and then releases its Leases.
//
// At the end, it prints a JSON object with the number of writes for each method and status. Writes
// without a response are counted by their error. The key "lost" counts the losses of a Lease.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// counter counts the writes of client-go by outcome.
type counter struct {
	next   http.RoundTripper
	mutex  sync.Mutex
	counts map[string]int
}

func (c *counter) RoundTrip(request *http.Request) (*http.Response, error) {
	answer, err := c.next.RoundTrip(request)
	// Reads are not counted. Requests that client-go itself cancels are not counted either, such as
	// those in flight at the end of the program.
	if request.Method == http.MethodGet || request.Context().Err() != nil {
		return answer, err
	}
	outcome := fmt.Sprint(err)
	if err == nil {
		outcome = fmt.Sprintf("%s %d", request.Method, answer.StatusCode)
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.counts[outcome]++
	return answer, err
}

func main() {
	kubeconfig := flag.String("kubeconfig", "", "")
	namespace := flag.String("namespace", "", "")
	identity := flag.String("identity", "elector", "prefix of holderIdentity")
	version := flag.String("version", "", "use coordinated elections with LeaseCandidates of this version")
	elections := flag.Int("elections", 5, "number of Leases")
	period := flag.Duration("retry-period", 100*time.Millisecond, "interval between renewals")
	lease := flag.Duration("lease-duration", 15*time.Second, "")
	deadline := flag.Duration("renew-deadline", 0, "the default is two thirds of the lease duration")
	duration := flag.Duration("for", 10*time.Second, "")
	flag.Parse()
	if *deadline == 0 {
		*deadline = *lease * 2 / 3
	}

	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)
	counted := &counter{counts: map[string]int{}}
	config.QPS = 1000
	config.Burst = 1000
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		counted.next = next
		return counted
	})
	client, err := kubernetes.NewForConfig(rest.AddUserAgent(config, "elector"))
	check(err)

	ctx, cancel := context.WithTimeout(context.Background(), *duration)
	defer cancel()
	ctx, cancel = signal.NotifyContext(ctx, syscall.SIGTERM)
	defer cancel()
	var all sync.WaitGroup
	for i := range *elections {
		lock := resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: *namespace, Name: fmt.Sprintf("elected-%d", i)},
			Client:     client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: fmt.Sprintf("%s-%d", *identity, i)},
		}
		if *version != "" {
			candidate, _, err := leaderelection.NewCandidate(client, *namespace, lock.Identity(), lock.LeaseMeta.Name,
				*version, *version, coordinationv1.OldestEmulationVersion)
			check(err)
			all.Go(func() { candidate.Run(ctx) })
		}
		all.Go(func() {
			// After the loss of a Lease, the client competes again, like a controller that restarts.
			for ctx.Err() == nil {
				leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
					Lock:            &lock,
					LeaseDuration:   *lease,
					RenewDeadline:   *deadline,
					RetryPeriod:     *period,
					ReleaseOnCancel: true,
					Coordinated:     *version != "",
					Callbacks: leaderelection.LeaderCallbacks{
						OnStartedLeading: func(context.Context) {},
						OnStoppedLeading: func() {
							if ctx.Err() == nil {
								counted.mutex.Lock()
								defer counted.mutex.Unlock()
								counted.counts["lost"]++
							}
						},
					},
				})
			}
		})
	}
	all.Wait()
	check(json.NewEncoder(os.Stdout).Encode(counted.counts))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
