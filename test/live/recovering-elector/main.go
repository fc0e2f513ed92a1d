// recovering-elector runs one election with client-go's leader election and Recovery, which
// client-go has since 0.38 (KEP-6361). It stops when the election ends or at SIGTERM, and then
// releases its Lease.
//
// It also sends a request that is not a read, again and again, through a client behind the write
// gate. It prints a line when the gate opens or closes, and "ended" at the end. With -config-map,
// the requests update a ConfigMap, and it also prints a line when an admission
// policy denies one.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os/signal"
	"strings"
	"syscall"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "")
	namespace := flag.String("namespace", "", "")
	name := flag.String("name", "", "name of the Lease")
	identity := flag.String("identity", "", "holderIdentity")
	lease := flag.Duration("lease-duration", 15*time.Second, "the renew deadline is two thirds of it")
	configMap := flag.String("config-map", "", "name of a ConfigMap in the namespace")
	retry := flag.Duration("retry-period", 250*time.Millisecond, "interval between renewals")
	deadline := flag.Duration("recovery-deadline", 0, "the default is no limit")
	flag.Parse()

	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)
	client, err := kubernetes.NewForConfig(config)
	check(err)
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	broadcaster.StartRecordingToSink(&typedcorev1.EventSinkImpl{Interface: client.CoreV1().Events(*namespace)})
	recovery := &leaderelection.RecoveryConfig{}
	if *deadline > 0 {
		recovery.RecoveryDeadline = deadline
	}
	elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta: metav1.ObjectMeta{Namespace: *namespace, Name: *name},
			Client:    client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{
				Identity:      *identity,
				EventRecorder: broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: *identity}),
			},
		},
		LeaseDuration:   *lease,
		RenewDeadline:   *lease * 2 / 3,
		RetryPeriod:     *retry,
		ReleaseOnCancel: true,
		Recovery:        recovery,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) {},
			OnStoppedLeading: func() {},
		},
	})
	check(err)

	gated := rest.CopyConfig(config)
	gated.Wrap(elector.WriteGate())
	worker, err := kubernetes.NewForConfig(gated)
	check(err)
	send := func() error {
		_, err := worker.AuthenticationV1().SelfSubjectReviews().Create(ctx, &authenticationv1.SelfSubjectReview{},
			metav1.CreateOptions{})
		return err
	}
	if *configMap != "" {
		send = func() error {
			patch := fmt.Sprintf(`{"data":{"%s":"%d"}}`, *identity, time.Now().UnixNano())
			_, err := worker.CoreV1().ConfigMaps(*namespace).Patch(ctx, *configMap, types.MergePatchType,
				[]byte(patch), metav1.PatchOptions{})
			return err
		}
	}
	go work(ctx, send, *retry)
	elector.Run(ctx)
	fmt.Println("ended")
}

// work prints whether the gate is open or an admission policy denies the request, if it differs from the
// time before. A request that fails for another reason passed the gate.
func work(ctx context.Context, send func() error, interval time.Duration) {
	last := "gate closed"
	for ctx.Err() == nil {
		err := send()
		state := "gate open"
		if errors.Is(err, leaderelection.ErrWriteGateClosed) {
			state = "gate closed"
		} else if err != nil && strings.Contains(err.Error(), "ValidatingAdmissionPolicy") {
			state = "denied"
		}
		if state != last {
			fmt.Println(state)
		}
		last = state
		time.Sleep(interval)
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
