// node-lease renews the Lease of a node with the code of kubelet: the controller of
// k8s.io/component-helpers, with kubelet's settings. It stops at SIGTERM.
package main

import (
	"context"
	"flag"
	"os/signal"
	"syscall"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/component-helpers/apimachinery/lease"
	"k8s.io/utils/clock"
)

// The defaults of kubelet: nodeLeaseDurationSeconds, and nodeLeaseRenewIntervalFraction.
const (
	durationSeconds = 40
	renewInterval   = durationSeconds * time.Second / 4
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "")
	node := flag.String("node", "", "name of the node and of its Lease")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)
	// The API server stores the first part of the user agent as the field manager.
	config.UserAgent = "kubelet/v1.36.4 (linux/amd64) kubernetes"
	client, err := kubernetes.NewForConfig(config)
	check(err)

	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	failed := func() { panic("the lease could not be renewed") }
	lease.NewController(clock.RealClock{}, client, *node, durationSeconds, failed, renewInterval, *node,
		corev1.NamespaceNodeLease, ownedBy(ctx, client, *node)).Run(ctx)
}

// ownedBy returns kubelet's SetNodeOwnerFunc, which is not in a module of its own.
func ownedBy(ctx context.Context, client kubernetes.Interface, name string) func(*coordinationv1.Lease) error {
	return func(lease *coordinationv1.Lease) error {
		if len(lease.OwnerReferences) > 0 {
			return nil
		}
		node, err := client.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		kind := corev1.SchemeGroupVersion.WithKind("Node")
		lease.OwnerReferences = []metav1.OwnerReference{{
			APIVersion: kind.GroupVersion().String(), Kind: kind.Kind, Name: name, UID: node.UID,
		}}
		return nil
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
