// load sends requests repeatedly with Go's own HTTP transport, which kube-apiserver also uses.
//
// The arguments are files with reviews, which load posts in turn. Without arguments, load sends GET
// requests. It prints a JSON object with the number of responses for each status, and with the
// median, the 99th percentile, and the maximum of the latency in milliseconds. A request without a
// response counts under its error. With -rate, the latency of a request counts from its scheduled
// time. The latencies leave out the requests of the warm-up.
package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"os"
	"runtime"
	"sort"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// notSent is the outcome of a request that waited for a worker for longer than its timeout.
const notSent = "not sent"

func main() {
	url := flag.String("url", "", "")
	ca := flag.String("ca", "", "file with the CAs to trust")
	cert := flag.String("cert", "", "file with the certificate of the client; without one, the client has none")
	key := flag.String("key", "", "file with the private key of the client")
	rate := flag.Int("rate", 0, "requests per second; 0 for as many as the workers can send")
	once := flag.Bool("once", false, "send a single request from each worker, and ignore -for")
	count := flag.Int("workers", 32, "number of concurrent requests")
	idle := flag.Int("idle", 25, "maximum number of idle connections")
	fresh := flag.Bool("fresh", false, "use a new connection for each request")
	duration := flag.Duration("for", 10*time.Second, "how long to send requests; with -rate 0, cancels the last ones")
	warm := flag.Duration("warm", 0, "duration of the warm-up, in addition to -for")
	timeout := flag.Duration("timeout", 10*time.Second, "")
	flag.Parse()
	// One thread sleeps until the next request is due, even if the program runs on a single core.
	runtime.GOMAXPROCS(max(2, runtime.NumCPU()))
	loop := *rate == 0 && !*once

	// Like the client of kube-apiserver: HTTP/1.1, and by default at most 25 idle connections.
	client := &http.Client{
		Timeout: *timeout,
		Transport: &http.Transport{
			TLSClientConfig:     &tls.Config{RootCAs: pool(*ca), GetClientCertificate: pair(*cert, *key), NextProtos: []string{"http/1.1"}},
			DisableKeepAlives:   *fresh,
			MaxIdleConnsPerHost: *idle,
			IdleConnTimeout:     90 * time.Second,
		},
	}
	var bodies [][]byte
	for _, file := range flag.Args() {
		bodies = append(bodies, read(file))
	}

	var mutex sync.Mutex
	results := results{Counts: map[string]int{}}
	due := make(chan time.Time, 1<<20)
	ctx := context.Background()
	if loop {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, *warm+*duration)
		defer cancel()
	}
	start := time.Now()
	var number atomic.Int64
	send := func(at time.Time) {
		outcome := notSent
		if time.Since(at) <= *timeout {
			outcome = try(ctx, client, *url, bodies, int(number.Add(1)))
		}
		if ctx.Err() != nil {
			return
		}
		mutex.Lock()
		defer mutex.Unlock()
		results.Counts[outcome]++
		if at.Sub(start) >= *warm {
			results.latencies = append(results.latencies, time.Since(at))
		}
	}
	var workers sync.WaitGroup
	for i := 0; i < *count; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			if *once {
				send(start)
			}
			for loop && ctx.Err() == nil {
				send(time.Now())
			}
			for at := range due {
				send(at)
			}
		}()
	}
	for sent := 0; *rate > 0; sent++ {
		at := start.Add(time.Duration(sent) * time.Second / time.Duration(*rate))
		if at.Sub(start) > *warm+*duration {
			break
		}
		time.Sleep(time.Until(at))
		due <- at
	}
	close(due)
	workers.Wait()
	results.print()
}

// results has the outcomes of all requests. P50, P99, and Max are in milliseconds.
type results struct {
	Counts map[string]int `json:"counts"`
	P50    float64        `json:"p50"`
	P99    float64        `json:"p99"`
	Max    float64        `json:"max"`

	latencies []time.Duration
}

func (r *results) print() {
	sort.Slice(r.latencies, func(i, j int) bool { return r.latencies[i] < r.latencies[j] })
	if n := len(r.latencies); n > 0 {
		at := func(index int) float64 { return r.latencies[index].Seconds() * 1000 }
		r.P50, r.P99, r.Max = at(n/2), at(n*99/100), at(n-1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(r); err != nil {
		panic(err)
	}
}

// try sends one request and returns the status of the response, or the cause of the error.
func try(ctx context.Context, client *http.Client, url string, bodies [][]byte, number int) string {
	method, body := http.MethodGet, io.Reader(nil)
	if len(bodies) > 0 {
		method, body = http.MethodPost, bytes.NewReader(bodies[number%len(bodies)])
	}
	request, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return cause(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return cause(err)
	}
	return strconv.Itoa(answer.StatusCode)
}

func pool(file string) *x509.CertPool {
	pool := x509.NewCertPool()
	if file != "" {
		pool.AppendCertsFromPEM(read(file))
	}
	return pool
}

// pair returns the certificate of the client for every server. Without this function, Go would not
// send a certificate of a CA that the server does not know.
func pair(cert, key string) func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
	if cert == "" {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		panic(err)
	}
	return func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return &pair, nil }
}

// cause returns the innermost message of an error, without addresses. Equal errors therefore have
// equal messages.
func cause(err error) string {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err.Error()
}

func read(file string) []byte {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return text
}
