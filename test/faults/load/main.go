// load posts one review repeatedly with Go's own HTTP transport, which kube-apiserver also uses.
//
// It prints a JSON object with the number of responses for each status. A request without a
// response counts under its error. The second line is the 99th percentile of the latency in
// milliseconds. The third line is the number of requests that took more than 100 ms. Latency counts
// from the scheduled time of a request.
package main

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"net/http"
	"os"
	"sort"
	"strconv"
	"sync"
	"time"
)

func main() {
	url := flag.String("url", "", "")
	ca := flag.String("ca", "", "file with the CAs to trust")
	review := flag.String("review", "", "file with the review")
	rate := flag.Int("rate", 0, "requests per second; 0 for a single request from each worker")
	count := flag.Int("workers", 32, "number of concurrent requests")
	idle := flag.Int("idle", 25, "maximum number of idle connections")
	fresh := flag.Bool("fresh", false, "use a new connection for each request")
	duration := flag.Duration("for", 10*time.Second, "how long to send requests; later requests are dropped")
	timeout := flag.Duration("timeout", 10*time.Second, "")
	flag.Parse()

	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(read(*ca))
	body := read(*review)
	// Like the client of kube-apiserver: HTTP/1.1, and by default at most 25 idle connections.
	client := &http.Client{
		Timeout: *timeout,
		Transport: &http.Transport{
			TLSClientConfig:     &tls.Config{RootCAs: pool, NextProtos: []string{"http/1.1"}},
			DisableKeepAlives:   *fresh,
			MaxIdleConnsPerHost: *idle,
			IdleConnTimeout:     90 * time.Second,
		},
	}

	var mutex sync.Mutex
	counts := map[string]int{}
	var latencies []time.Duration
	due := make(chan time.Time, 1<<20)
	start := time.Now()
	var workers sync.WaitGroup
	for i := 0; i < *count; i++ {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for at := range due {
				if *rate > 0 && time.Since(start) > *duration {
					continue
				}
				outcome := post(client, *url, body)
				mutex.Lock()
				counts[outcome]++
				latencies = append(latencies, time.Since(at))
				mutex.Unlock()
			}
		}()
	}
	for i := 0; *rate == 0 && i < *count; i++ {
		due <- start
	}
	for sent := 0; *rate > 0; sent++ {
		at := start.Add(time.Duration(sent) * time.Second / time.Duration(*rate))
		if at.Sub(start) > *duration {
			break
		}
		time.Sleep(time.Until(at))
		due <- at
	}
	close(due)
	workers.Wait()
	if err := json.NewEncoder(os.Stdout).Encode(counts); err != nil {
		panic(err)
	}
	sort.Slice(latencies, func(i, j int) bool { return latencies[i] < latencies[j] })
	p99 := 0.0
	if len(latencies) > 0 {
		p99 = latencies[len(latencies)*99/100].Seconds() * 1000
	}
	late := len(latencies) - sort.Search(len(latencies), func(i int) bool { return latencies[i] > 100*time.Millisecond })
	for _, figure := range []any{p99, late} {
		if err := json.NewEncoder(os.Stdout).Encode(figure); err != nil {
			panic(err)
		}
	}
}

func post(client *http.Client, url string, body []byte) string {
	answer, err := client.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return cause(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return cause(err)
	}
	return strconv.Itoa(answer.StatusCode)
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
