// elector acquires and renews Leases with client-go's leader election, as a controller does. It
// stops after the time of -for or at SIGTERM, and then releases its Leases. The flags describe
// elections with the same settings, and the file of -plan describes elections of several programs.
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
	"path/filepath"
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

// seconds is a duration. In JSON, it is a number of seconds.
type seconds float64

func (s seconds) duration() time.Duration { return time.Duration(float64(s) * float64(time.Second)) }

// election is an election in the file of -plan.
type election struct {
	Namespace, Name, Identity string
	// Manager is the name of the program, which the API server stores as the field manager.
	Manager string
	// Version is that of the LeaseCandidate. Without a version, the election is not coordinated.
	Version                             string
	LeaseDuration, RenewDeadline, Retry seconds
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
	once := flag.Bool("once", false, "do not begin an election again after a loss")
	plan := flag.String("plan", "", "file with a JSON list of elections, instead of the other flags")
	flag.Parse()
	if *deadline == 0 {
		*deadline = *lease * 2 / 3
	}
	var planned []election
	if *plan != "" {
		text, err := os.ReadFile(*plan)
		check(err)
		check(json.Unmarshal(text, &planned))
	} else {
		for i := range *elections {
			planned = append(planned, election{
				Namespace: *namespace, Name: fmt.Sprintf("elected-%d", i), Identity: fmt.Sprintf("%s-%d", *identity, i),
				Manager: filepath.Base(os.Args[0]), Version: *version, LeaseDuration: seconds(lease.Seconds()),
				RenewDeadline: seconds(deadline.Seconds()), Retry: seconds(period.Seconds()),
			})
		}
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
	clients := map[string]kubernetes.Interface{}
	for _, each := range planned {
		if clients[each.Manager] == nil {
			own := rest.CopyConfig(config)
			own.UserAgent = each.Manager + "/v0.0.0 (linux/amd64) kubernetes"
			clients[each.Manager], err = kubernetes.NewForConfig(own)
			check(err)
		}
	}

	ctx, cancel := context.WithTimeout(context.Background(), *duration)
	defer cancel()
	ctx, cancel = signal.NotifyContext(ctx, syscall.SIGTERM)
	defer cancel()
	var all sync.WaitGroup
	for _, each := range planned {
		client := clients[each.Manager]
		lock := resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: each.Namespace, Name: each.Name},
			Client:     client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: each.Identity},
		}
		if each.Version != "" {
			candidate, _, err := leaderelection.NewCandidate(client, each.Namespace, each.Identity, each.Name,
				each.Version, each.Version, coordinationv1.OldestEmulationVersion)
			check(err)
			all.Go(func() { candidate.Run(ctx) })
		}
		all.Go(func() {
			// After the loss of a Lease, the client competes again, like a controller that restarts.
			for first := true; ctx.Err() == nil && (first || !*once); first = false {
				leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
					Lock:            &lock,
					LeaseDuration:   each.LeaseDuration.duration(),
					RenewDeadline:   each.RenewDeadline.duration(),
					RetryPeriod:     each.Retry.duration(),
					ReleaseOnCancel: true,
					Coordinated:     each.Version != "",
					Callbacks: leaderelection.LeaderCallbacks{
						// The context ends when client-go stops the leader.
						OnStartedLeading: func(leading context.Context) {
							report(each.Identity, "leads")
							<-leading.Done()
							report(each.Identity, "stops")
						},
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
			<-ctx.Done()
		})
	}
	all.Wait()
	check(json.NewEncoder(os.Stdout).Encode(counted.counts))
}

// report writes a line such as "1782896400000 elector-0 leads" to stderr.
func report(identity, event string) {
	fmt.Fprintln(os.Stderr, time.Now().UnixMilli(), identity, event)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
