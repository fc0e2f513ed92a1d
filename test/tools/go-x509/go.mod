module lease-guard.dev/go-x509

go 1.24
