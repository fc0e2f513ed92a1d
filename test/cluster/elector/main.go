// elector holds Leases as a controller does, with client-go's own leader election, and prints how often which write of a Lease got
// which status as a JSON object; what got no answer counts under its error.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// counter stands between client-go and the connection.
type counter struct {
	next   http.RoundTripper
	mutex  sync.Mutex
	counts map[string]int
}

func (c *counter) RoundTrip(request *http.Request) (*http.Response, error) {
	answer, err := c.next.RoundTrip(request)
	// At the end the elections themselves are called off.
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
	elections := flag.Int("elections", 5, "Leases at once")
	period := flag.Duration("retry-period", 100*time.Millisecond, "between renewals")
	duration := flag.Duration("for", 10*time.Second, "")
	flag.Parse()

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
	var all sync.WaitGroup
	for i := range *elections {
		all.Go(func() {
			leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
				Lock: &resourcelock.LeaseLock{
					LeaseMeta:  metav1.ObjectMeta{Namespace: *namespace, Name: fmt.Sprintf("elected-%d", i)},
					Client:     client.CoordinationV1(),
					LockConfig: resourcelock.ResourceLockConfig{Identity: fmt.Sprintf("elector-%d", i)},
				},
				LeaseDuration: 15 * time.Second,
				RenewDeadline: 10 * time.Second,
				RetryPeriod:   *period,
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
