package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// write is a write and its outcome: "stored", "denied" by an admission policy, or another status.
type write struct {
	Sent     float64 `json:"sent"`
	Answered float64 `json:"answered"`
	Path     string  `json:"path"`
	Outcome  string  `json:"outcome"`
}

// server is a client for one API server.
type server struct {
	host   string
	client *http.Client
}

// request is one kind of write. Every write changes the object.
type request struct{ method, object, query, contentType, body string }

// requests returns all kinds of writes. $POD and $N stand for the pod and the number of the write.
func (p *process) requests() []request {
	const merge, apply = "application/merge-patch+json", "application/apply-patch+yaml"
	core, own := "/api/v1/namespaces/"+p.namespace+"/configmaps", "/apis/example.com/v1"
	widgets := own + "/namespaces/" + p.namespace + "/widgets"
	configMap := `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"$NAME"},"data":{"writer":"$POD","n":"$N"}}`
	widget := `{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"$NAME"},"spec":{"writer":"$POD","n":"$N"}}`
	class := strings.Replace(widget, "Widget", "WidgetClass", 1)
	own += "/widgetclasses"
	created := strings.NewReplacer("$NAME", "$POD-$N")
	shared := strings.NewReplacer("$NAME", "shared")
	return []request{
		{"POST", core, "", "application/json", created.Replace(configMap)},
		{"PUT", core + "/shared", "", "application/json", shared.Replace(configMap)},
		{"PATCH", core + "/shared", "", merge, `{"data":{"merged":"$POD $N"}}`},
		{"POST", widgets, "", "application/json", created.Replace(widget)},
		{"PATCH", widgets + "/shared", "", merge, `{"spec":{"merged":"$POD $N"}}`},
		{"PATCH", widgets + "/shared/status", "", merge, `{"status":{"merged":"$POD $N"}}`},
		{"PATCH", widgets + "/shared", "?force=true&fieldManager=$POD", apply, shared.Replace(widget)},
		{"PATCH", own + "/shared", "", merge, `{"spec":{"merged":"$POD $N"}}`},
		{"PATCH", own + "/shared", "?force=true&fieldManager=$POD", apply, shared.Replace(class)},
	}
}

func (p *process) writeUntil(ctx context.Context) {
	requests := p.requests()
	for ctx.Err() == nil {
		n := int(p.number.Add(1))
		p.send(p.servers[n/len(requests)%len(p.servers)], requests[n%len(requests)], n)
		time.Sleep(p.gap)
	}
}

// send sends a write and records its outcome.
func (p *process) send(to server, r request, n int) {
	fill := strings.NewReplacer("$POD", p.pod, "$N", fmt.Sprint(n))
	outgoing, err := http.NewRequest(r.method, to.host+r.object+fill.Replace(r.query), strings.NewReader(fill.Replace(r.body)))
	check(err)
	outgoing.Header.Set("Content-Type", r.contentType)
	done := write{Sent: now(), Path: r.object[strings.LastIndex(r.object, "/v1/")+len("/v1/"):]}
	answer, err := to.client.Do(outgoing)
	if err != nil {
		done.Outcome = err.Error()
	} else {
		text, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		done.Outcome = outcomeOf(answer.StatusCode, string(text))
	}
	done.Answered = now()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.writes = append(p.writes, done)
}

func outcomeOf(status int, text string) string {
	switch {
	case status < 300:
		return "stored"
	case status == http.StatusForbidden && strings.Contains(text, "ValidatingAdmissionPolicy"):
		return "denied"
	case status == http.StatusConflict || status == http.StatusUnauthorized:
		return fmt.Sprint(status)
	}
	return fmt.Sprintf("%d %s", status, text)
}
