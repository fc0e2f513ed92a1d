// node-lease renews Leases with the controller of k8s.io/component-helpers: the Leases of nodes with
// kubelet's settings, and the identity Leases of API servers with kube-apiserver's settings. It
// stops at SIGTERM.
package main

import (
	"context"
	"flag"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/component-helpers/apimachinery/lease"
	"k8s.io/utils/clock"
)

const (
	// The defaults of kubelet: nodeLeaseDurationSeconds, and nodeLeaseRenewIntervalFraction.
	durationSeconds = 40
	renewInterval   = durationSeconds * time.Second / 4
	// IdentityLeaseDurationSeconds and IdentityLeaseRenewIntervalPeriod of kube-apiserver.
	identitySeconds       = 3600
	identityRenewInterval = 10 * time.Second
)

func main() {
	kubeconfig := flag.String("kubeconfig", "", "kubeconfig of an administrator, who can impersonate users")
	nodes := flag.String("nodes", "", "names of the nodes and of their Leases, with commas between them")
	servers := flag.String("servers", "", "names of the identity Leases of API servers, with commas between them")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	check(err)

	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	failed := func() { panic("the lease could not be renewed") }
	var all sync.WaitGroup
	for node := range strings.FieldsFuncSeq(*nodes, isComma) {
		client := clientAs(config, "kubelet", "system:node:"+node, "system:nodes")
		controller := lease.NewController(clock.RealClock{}, client, node, durationSeconds, failed, renewInterval, node,
			corev1.NamespaceNodeLease, ownedBy(ctx, client, node))
		all.Go(func() { controller.Run(ctx) })
	}
	for name := range strings.FieldsFuncSeq(*servers, isComma) {
		client := clientAs(config, "kube-apiserver", "system:apiserver", "system:masters")
		controller := lease.NewController(clock.RealClock{}, client, name+"_"+string(uuid.NewUUID()), identitySeconds, nil,
			identityRenewInterval, name, metav1.NamespaceSystem, labeled(name))
		all.Go(func() { controller.Run(ctx) })
	}
	all.Wait()
}

func isComma(char rune) bool { return char == ',' }

// clientAs returns a client of a component. The API server stores the first part of the user agent
// as the field manager.
func clientAs(config *rest.Config, component, user, group string) kubernetes.Interface {
	own := rest.CopyConfig(config)
	own.UserAgent = component + "/v1.36.4 (linux/amd64) kubernetes"
	own.Impersonate = rest.ImpersonationConfig{UserName: user, Groups: []string{group}}
	client, err := kubernetes.NewForConfig(own)
	check(err)
	return client
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

// labeled returns kube-apiserver's labelAPIServerHeartbeatFunc, for an API server with a peer.
func labeled(hostname string) func(*coordinationv1.Lease) error {
	return func(lease *coordinationv1.Lease) error {
		lease.Labels = map[string]string{"apiserver.kubernetes.io/identity": "kube-apiserver", corev1.LabelHostname: hostname}
		lease.Annotations = map[string]string{corev1.AnnotationPeerAdvertiseAddress: "10.0.0.1:6443"}
		return nil
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
