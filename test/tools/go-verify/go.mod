module lease-guard.dev/go-verify

go 1.24
