// fenced-writer takes part in an election with client-go, and writes objects without pause. It
// writes from the moment at which the request that acquires the Lease returns until a request to
// /compete, even if it loses the Lease before, as a broken operator does.
//
// It prints the port of its commands. /release releases the Lease. /hang stops the election, but not
// the writes. /take takes the Lease from a live holder. /compete stops the writes and takes part in
// the election again. /state and /report return numbers of writes, and every write.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/uuid"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// acquisition is a request that made this process the leader. Times are in milliseconds since 1970.
type acquisition struct {
	Sent     float64 `json:"sent"`
	Answered float64 `json:"answered"`
	WasLive  bool    `json:"wasLive"`
}

type process struct {
	host, pod, namespace, lease string
	gap                         time.Duration
	clients                     kubernetes.Interface
	servers                     []server
	number                      atomic.Int64
	held, hung, isCompeting     atomic.Bool

	mutex        sync.Mutex
	identity     string
	cancel       context.CancelFunc
	stopWriting  context.CancelFunc
	acquisitions []acquisition
	released     []float64
	writes       []write
}

func now() float64 { return float64(time.Now().UnixMicro()) / 1000 }

// watchedLock sees every request of client-go's election.
type watchedLock struct {
	resourcelock.Interface
	process *process
	wasLive bool
}

func (l *watchedLock) Get(ctx context.Context) (*resourcelock.LeaderElectionRecord, []byte, error) {
	record, raw, err := l.Interface.Get(ctx)
	if err == nil && record.HolderIdentity != l.Identity() {
		l.process.held.Store(false)
	}
	return record, raw, err
}

func (l *watchedLock) Create(ctx context.Context, record resourcelock.LeaderElectionRecord) error {
	return l.send(ctx, record, l.Interface.Create)
}

func (l *watchedLock) Update(ctx context.Context, record resourcelock.LeaderElectionRecord) error {
	return l.send(ctx, record, l.Interface.Update)
}

func (l *watchedLock) send(ctx context.Context, record resourcelock.LeaderElectionRecord,
	request func(context.Context, resourcelock.LeaderElectionRecord) error) error {
	if l.process.hung.Load() {
		<-ctx.Done()
		return ctx.Err()
	}
	sent := now()
	if record.HolderIdentity == "" {
		l.process.releases(sent)
	}
	err := request(ctx, record)
	if err != nil {
		return err
	}
	isHolder := record.HolderIdentity == l.Identity()
	if !l.process.held.Swap(isHolder) && isHolder {
		l.process.acquired(acquisition{sent, now(), l.wasLive})
	}
	return nil
}

// acquired starts two writers, unless they still run.
func (p *process) acquired(a acquisition) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.acquisitions = append(p.acquisitions, a)
	if p.stopWriting == nil {
		ctx, cancel := context.WithCancel(context.Background())
		p.stopWriting = cancel
		for range 2 {
			go p.writeUntil(ctx)
		}
	}
}

func (p *process) releases(sent float64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.released = append(p.released, sent)
}

func (p *process) lock(identity string, wasLive bool) *watchedLock {
	return &watchedLock{process: p, wasLive: wasLive, Interface: &resourcelock.LeaseLock{
		LeaseMeta:  metav1.ObjectMeta{Namespace: p.namespace, Name: p.lease},
		Client:     p.clients.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
	}}
}

// elect takes part in the election for ever. Like a container that restarts, it gets a new identity
// each time.
func (p *process) elect() {
	for {
		for !p.isCompeting.Load() {
			time.Sleep(10 * time.Millisecond)
		}
		ctx, cancel := context.WithCancel(context.Background())
		identity := p.host + "_" + string(uuid.NewUUID())
		p.mutex.Lock()
		p.identity, p.cancel = identity, cancel
		p.mutex.Unlock()
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
			Lock:            p.lock(identity, false),
			LeaseDuration:   3 * time.Second,
			RenewDeadline:   2 * time.Second,
			RetryPeriod:     200 * time.Millisecond,
			ReleaseOnCancel: true,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) {},
				OnStoppedLeading: func() {},
			},
		})
		cancel()
	}
}

// take acquires a Lease whose term runs, which no correct client does.
func (p *process) take() error {
	p.mutex.Lock()
	lock := p.lock(p.identity, true)
	p.mutex.Unlock()
	for {
		ctx := context.Background()
		record, _, err := lock.Get(ctx)
		if err != nil {
			return err
		}
		record.HolderIdentity = lock.Identity()
		record.AcquireTime, record.RenewTime = metav1.Now(), metav1.Now()
		record.LeaderTransitions++
		if lock.Update(ctx, *record) == nil {
			return nil
		}
	}
}

// command runs a command of the test and returns its result.
func (p *process) command(name string) any {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	switch name {
	case "/release":
		p.isCompeting.Store(false)
		p.cancel()
	case "/hang":
		p.isCompeting.Store(false)
		p.hung.Store(true)
	case "/compete":
		if p.stopWriting != nil {
			p.stopWriting()
		}
		p.stopWriting = nil
		p.hung.Store(false)
		p.isCompeting.Store(true)
	case "/state":
		counts := map[string]float64{"acquisitions": float64(len(p.acquisitions)), "acquiredAt": 0}
		if len(p.acquisitions) > 0 {
			counts["acquiredAt"] = p.acquisitions[len(p.acquisitions)-1].Answered
		}
		for _, each := range p.writes {
			counts[each.Outcome]++
		}
		return counts
	case "/report":
		return map[string]any{"acquisitions": p.acquisitions, "released": p.released, "writes": p.writes}
	}
	return nil
}

func main() {
	kubeconfigs := flag.String("kubeconfigs", "", "one for each API server; the election uses the first one")
	namespace := flag.String("namespace", "", "")
	lease := flag.String("lease", "", "name of the Lease")
	pod := flag.String("pod", "", "name of the pod, which the objects contain")
	host := flag.String("host", "", "the part of holderIdentity before _")
	gap := flag.Duration("gap", 2*time.Millisecond, "pause of a writer after each write")
	flag.Parse()

	p := &process{acquisitions: []acquisition{}, released: []float64{}, writes: []write{}, host: *host, pod: *pod, namespace: *namespace, lease: *lease, gap: *gap}
	for i, file := range strings.Split(*kubeconfigs, ",") {
		config, err := clientcmd.BuildConfigFromFlags("", file)
		check(err)
		config.QPS, config.Burst = 1000, 1000
		if i == 0 {
			p.clients, err = kubernetes.NewForConfig(config)
			check(err)
		}
		client, err := rest.HTTPClientFor(config)
		check(err)
		p.servers = append(p.servers, server{config.Host, client})
	}
	p.isCompeting.Store(true)
	go p.elect()

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	check(http.Serve(listener, http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		var err error
		if request.URL.Path == "/take" {
			err = p.take()
		}
		err = errors.Join(err, json.NewEncoder(response).Encode(p.command(request.URL.Path)))
		if err != nil {
			http.Error(response, err.Error(), http.StatusInternalServerError)
		}
	})))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
