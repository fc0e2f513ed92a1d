// loadgen posts reviews with Go's own HTTP transport, as kube-apiserver does. It prints the results
// as a JSON object.
//
// With -rate, requests start on a fixed schedule, and latency counts from the scheduled time. A
// stall therefore adds to the latency of every request that it delays. Without -rate, each
// connection sends one request after another. With -new, each request uses a new connection.
package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

func main() {
	url := flag.String("url", "", "")
	file := flag.String("bodies", "", "file with one review per line; the program sends them in turn")
	rate := flag.Int("rate", 0, "requests per second; 0 for as many as the connections allow")
	connections := flag.Int("connections", 32, "")
	warm := flag.Duration("warm", 2*time.Second, "duration of the warm-up, which is not counted")
	duration := flag.Duration("for", 10*time.Second, "")
	requests := flag.Int64("requests", 0, "without -rate, the approximate number of requests; 0 for no limit")
	fresh := flag.Bool("new", false, "a new connection for each request, without resumption")
	flag.Parse()

	load := &load{client: client(*connections, *fresh), url: *url, bodies: lines(*file)}
	begin := time.Now()
	load.from = begin.Add(*warm)
	end := load.from.Add(*duration)
	if *rate > 0 {
		load.open(schedule(begin, end, time.Second/time.Duration(*rate)), *connections)
	} else {
		load.closed(end, *connections, *requests)
	}
	if err := json.NewEncoder(os.Stdout).Encode(load.figures(min(*duration, time.Since(load.from)))); err != nil {
		panic(err)
	}
}

// load has the requests to send, and the results: the latencies of the requests that were due after
// the warm-up, and all failures. The warm-up ends at the time from.
type load struct {
	client  *http.Client
	url     string
	bodies  [][]byte
	from    time.Time
	next    atomic.Int64
	mutex   sync.Mutex
	times   []time.Duration
	failed  int
	failure string
}

// open sends a request for each time in due.
func (l *load) open(due <-chan time.Time, connections int) {
	var workers sync.WaitGroup
	for range connections {
		workers.Go(func() {
			for at := range due {
				l.count(at, l.post())
			}
		})
	}
	workers.Wait()
}

// closed sends one request after another over each connection. It stops at the time end or, unless
// requests is 0, after about that many requests.
func (l *load) closed(end time.Time, connections int, requests int64) {
	var workers sync.WaitGroup
	for range connections {
		workers.Go(func() {
			for at := time.Now(); at.Before(end) && (requests == 0 || l.next.Load() < requests); at = time.Now() {
				l.count(at, l.post())
			}
		})
	}
	workers.Wait()
}

func (l *load) count(at time.Time, err error) {
	took := time.Since(at)
	if at.Before(l.from) && err == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if err == nil {
		l.times = append(l.times, took)
		return
	}
	l.failed++
	l.failure = err.Error()
}

func (l *load) post() error {
	body := l.bodies[int(l.next.Add(1))%len(l.bodies)]
	answer, err := l.client.Post(l.url, "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	return nil
}

// figures returns the results, with times in milliseconds.
func (l *load) figures(duration time.Duration) map[string]any {
	slices.Sort(l.times)
	quantile := func(share float64) float64 {
		if len(l.times) == 0 {
			return 0
		}
		at := min(len(l.times)-1, int(share*float64(len(l.times))))
		return float64(l.times[at].Microseconds()) / 1000
	}
	return map[string]any{
		"count": len(l.times), "failed": l.failed, "failure": l.failure, "perSecond": float64(len(l.times)) / duration.Seconds(),
		"p50": quantile(.5), "p90": quantile(.9), "p99": quantile(.99), "p999": quantile(.999), "max": quantile(1),
	}
}

// schedule returns a channel that delivers the times from begin to end, each when it is due. Slow
// readers do not delay it, because the channel holds the times of two minutes at 8,000 per second.
func schedule(begin, end time.Time, step time.Duration) <-chan time.Time {
	due := make(chan time.Time, 1<<20)
	go func() {
		defer close(due)
		for at := begin; at.Before(end); at = at.Add(step) {
			if left := time.Until(at); left > 0 {
				// nanosleep is called directly, because time.Sleep can be late by up to a millisecond.
				pause := syscall.NsecToTimespec(int64(left))
				_ = syscall.Nanosleep(&pause, nil)
			}
			due <- at
		}
	}()
	return due
}

func client(connections int, fresh bool) *http.Client {
	return &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{
		// Like curl -k, loadgen does not verify the certificate of the server.
		TLSClientConfig:     &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}},
		MaxIdleConnsPerHost: connections,
		DisableKeepAlives:   fresh,
	}}
}

func lines(file string) [][]byte {
	source, err := os.Open(file)
	if err != nil {
		panic(err)
	}
	scanner := bufio.NewScanner(source)
	scanner.Buffer(nil, 16<<20)
	var all [][]byte
	for scanner.Scan() {
		all = append(all, bytes.Clone(scanner.Bytes()))
	}
	if err := scanner.Err(); err != nil {
		panic(err)
	}
	return all
}
