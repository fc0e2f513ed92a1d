// go-x509 reads certificates from standard input, one per line, in base64 of DER. It prints one
// line for each certificate. The line is the error of a Go client, such as kube-apiserver, that
// trusts the certificate and gets it from a server. The line is empty if there is no error.
//
// The flag -at sets the time of the client, in milliseconds since 1970. With -signature, go-x509
// prints the error for the signature of a CA certificate instead.
package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"
)

var (
	at        = flag.Int64("at", time.Now().UnixMilli(), "time in milliseconds since 1970")
	signature = flag.Bool("signature", false, "verify the signature of a CA certificate")
)

func main() {
	flag.Parse()
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		der, err := base64.StdEncoding.DecodeString(lines.Text())
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(out, strings.ReplaceAll(verdict(der), "\n", " "))
	}
}

func verdict(der []byte) string {
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return err.Error()
	}
	if *signature {
		if err := certificate.CheckSignatureFrom(certificate); err != nil {
			return err.Error()
		}
		return ""
	}
	switch key := certificate.PublicKey.(type) {
	case *rsa.PublicKey:
		if bits := key.N.BitLen(); bits < 1024 || bits > 8192 {
			return "RSA key size"
		}
	case *ecdsa.PublicKey, ed25519.PublicKey:
	default:
		return "unsupported public key"
	}
	if len(certificate.DNSNames)+len(certificate.IPAddresses) == 0 {
		return "no names"
	}
	// The bundle contains the certificate itself, so Go does not verify its signature.
	roots := x509.NewCertPool()
	roots.AddCert(certificate)
	if _, err := certificate.Verify(x509.VerifyOptions{Roots: roots, CurrentTime: time.UnixMilli(*at)}); err != nil {
		return err.Error()
	}
	return ""
}
