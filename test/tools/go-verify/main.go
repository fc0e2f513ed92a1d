// Command go-verify checks whether Go accepts the serving certificate of a TLS server.
// kube-apiserver makes the same checks when it calls a webhook.
//
// Usage: go-verify CA_FILE CERTIFICATE_FILE ADDRESS NAME...
// It prints one line of JSON for each name. The line has the error of crypto/x509 for the file, and
// the error of crypto/tls for the server. The error is "" if there is none.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"log"
	"os"
)

type answer struct {
	Name      string `json:"name"`
	Verify    string `json:"verify"`
	Handshake string `json:"handshake"`
}

func main() {
	caFile, certificateFile, address, names := os.Args[1], os.Args[2], os.Args[3], os.Args[4:]
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(read(caFile)) {
		log.Fatal("no certificate in the CA file")
	}
	block, _ := pem.Decode(read(certificateFile))
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		log.Fatal(err)
	}
	out := json.NewEncoder(os.Stdout)
	for _, name := range names {
		_, verifyErr := certificate.Verify(x509.VerifyOptions{DNSName: name, Roots: roots})
		out.Encode(answer{name, text(verifyErr), text(handshake(address, name, roots))})
	}
}

func handshake(address, name string, roots *x509.CertPool) error {
	connection, err := tls.Dial("tcp", address, &tls.Config{ServerName: name, RootCAs: roots, MinVersion: tls.VersionTLS13})
	if err != nil {
		return err
	}
	return connection.Close()
}

func read(file string) []byte {
	content, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	return content
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
